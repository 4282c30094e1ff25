import type { Check, Subject } from '../check.ts';
import { isTerm, parseEntry } from './entry.ts';

export const fluentSourceSyntax = {
  id: 'fluent-source-syntax',
  name: 'Fluent source syntax',
  description: 'The source is no valid Fluent message or term.',
  kind: 'source',
  enabledBy: ['fluent-source-syntax'],
  fires: (subject: Subject) => subject.unit.source.some((text) => isInvalid(text, subject)),
} satisfies Check;

export const fluentTargetSyntax = {
  id: 'fluent-target-syntax',
  name: 'Fluent translation syntax',
  description: 'The translation is no valid Fluent message or term.',
  kind: 'target',
  enabledBy: ['fluent-target-syntax'],
  fires: (subject: Subject) => subject.unit.target.some((text) => isInvalid(text, subject)),
} satisfies Check;

function isInvalid(text: string, subject: Subject): boolean {
  return text !== '' && parseEntry(text, isTerm(subject)) === null;
}
