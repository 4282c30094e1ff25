import test from 'ava';
import { failed } from '../helpers/checked.ts';

test('what fails comes in alphabetical order, each once', (t) => {
  const failing = failed({ source: ['  One\n', '  Two\n'], target: ['x', 'x', 'x'] });

  t.deepEqual(failing, ['begin_space', 'end_newline', 'newline-count', 'same-plurals']);
});

test('strings that nobody translates here are not looked at', (t) => {
  t.deepEqual(failed({ source: 'Saved.', target: 'Uloženo', state: 100 }), []);
  t.deepEqual(failed({ source: 'Saved.', target: '', state: 0 }), []);
});

test('strings that need editing are looked at', (t) => {
  t.deepEqual(failed({ source: 'Saved.', target: 'Uloženo', state: 11 }), ['end_stop']);
});

test('source strings have checks of their own, read-only ones too', (t) => {
  t.deepEqual(failed({ source: 'Wait...', isSource: true, state: 100 }), ['ellipsis']);
});

test('terms of a glossary have one check only', (t) => {
  const failing = failed({ source: '=Saved.', target: 'Uloženo', isGlossary: true });

  t.deepEqual(failing, ['prohibited_initial_character']);
});

for (const flags of ['ignore-all-checks', 'ignore-end-stop']) {
  test(`${flags} turns a check off that is on for all strings`, (t) => {
    t.deepEqual(failed({ source: 'Saved.', target: 'Uloženo', flags }), []);
  });
}

test('flags turn checks on, and others turn these off again', (t) => {
  const text = { source: 'a', target: 'b %s' };

  t.deepEqual(failed({ ...text, flags: 'c-format' }), ['c_format']);
  t.deepEqual(failed({ ...text, flags: 'c-format, ignore-c-format' }), []);
});
