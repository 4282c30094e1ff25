import test from 'ava';
import { withStablePlan } from '../../models/sqlite-dialect.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject, addTranslation } from '../helpers/rows.ts';

const join = 'SELECT a.x FROM a JOIN b ON b.id = a.b_id WHERE';
const statements: [string, string][] = [
  [`${join} a.x = ? AND b.y IN (?, ?)`, `${join} a.x = +? AND b.y IN (+?, +?)`],
  [`${join} a.x > ? AND a.y < ? limit ? offset ?`, `${join} a.x > +? AND a.y < +? limit ? offset ?`],
  [`${join} a.x <> ? AND a.y = ?`, `${join} a.x <> ? AND a.y = +?`],
  [`${join} a.x = 'really?' AND a.y = ?`, `${join} a.x = 'really?' AND a.y = ?`],
  ['SELECT x FROM a WHERE x = ?', 'SELECT x FROM a WHERE x = ?'],
  ['UPDATE a SET x = ? WHERE id = ?', 'UPDATE a SET x = ? WHERE id = ?'],
];

for (const [given, expected] of statements) {
  test(`values become expressions only in joins: ${given.slice(given.indexOf('WHERE'))}, ${given.slice(0, 6)}`, (t) => {
    const prepared = withStablePlan(given);

    t.is(prepared, expected);
  });
}

forEachEngine(test, (name, database) => {
  test(name('joins find rows by texts, numbers and null'), async (t) => {
    const { db } = database();
    const component = await addComponent(db, await addProject(db, 'joined'), 'web');
    const translation = await addTranslation(db, component, 'cs');
    const joined = () =>
      db
        .reader('translations')
        .join('components', 'components.id', 'translations.component_id')
        .pluck('translations.id');

    const byText = await joined().where('components.path', 'joined/web');
    const byTextOfDigits = await joined().where('translations.id', String(translation.id));
    const byNumbers = await joined().whereIn('translations.id', [translation.id, 0]);
    const byNull = await joined().whereRaw('components.category_id IS ?', [null]);

    t.deepEqual(byText, [translation.id]);
    t.deepEqual(byTextOfDigits, [translation.id]);
    t.deepEqual(byNumbers, [translation.id]);
    t.true(byNull.includes(translation.id));
  });
});
