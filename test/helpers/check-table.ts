import test from 'ava';
import { type CheckedString, failed } from './checked.ts';

type Forms = string | readonly string[];

/** Source, translation, whether the check fires, and what else is to be said of the string. */
export type CheckRow = readonly [source: Forms, target: Forms, fires: boolean, more?: Partial<CheckedString>];

/** One test for each row of a table. */
export function testCheck(id: string, rows: readonly CheckRow[]): void {
  for (const [source, target, fires, more = {}] of rows) {
    const extra = Object.keys(more).length === 0 ? '' : ` ${JSON.stringify(more)}`;
    const texts = visible(`${JSON.stringify(source)} → ${JSON.stringify(target)}${extra}`);
    test(`${id} ${fires ? 'fires' : 'passes'}: ${texts}`, (t) => {
      const failing = failed({ source, target, ...more });

      t.is(failing.includes(id), fires);
    });
  }
}

/** Titles of tests lose white space, and have to differ. */
function visible(text: string): string {
  return text.replace(/\p{Zs}|\p{Cf}/gu, (space) => (space === ' ' ? '·' : escaped(space)));
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
