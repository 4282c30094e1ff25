import test from 'ava';
import { hashPassword, isPassword } from '../../models/password.ts';

test('a password is recognised, and nothing else is', async (t) => {
  const stored = await hashPassword('correct horse');

  t.true(await isPassword('correct horse', stored));
  t.false(await isPassword('correct horse ', stored));
  t.false(await isPassword('', stored));
});

test('the same password is stored differently each time, with what made it', async (t) => {
  const [first, second] = await Promise.all([hashPassword('same'), hashPassword('same')]);

  t.not(first, second);
  t.regex(first, /^scrypt\$32768\$8\$1\$[\w+/=]{24}\$[\w+/=]{44}$/);
});

test('a password composed differently by another keyboard is the same', async (t) => {
  const stored = await hashPassword('caf\u00e9');

  t.true(await isPassword('cafe\u0301', stored));
});

test('a hash of an earlier cost is still good', async (t) => {
  const stored = 'scrypt$1024$8$1$AAECAwQFBgcICQoLDA0ODw==$Mdc/jTCPy+uU8aSLbM+FGBQC/AXSzfWCsAUkF/VYCgk=';

  t.true(await isPassword('secret', stored));
});

for (const stored of [null, '', '!', 'scrypt$1024$8$1$AAAA$']) {
  test(`no password fits ${JSON.stringify(stored)}`, async (t) => {
    t.false(await isPassword('', stored));
  });
}
