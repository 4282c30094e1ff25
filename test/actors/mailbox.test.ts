import test from 'ava';
import { LocalMailbox } from '../../actors/mailbox.ts';
import { mailboxConformance } from './mailbox-conformance.ts';

mailboxConformance(test, 'local', async () => new LocalMailbox(2));
