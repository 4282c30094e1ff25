import { type CheckRow, testCheck } from '../../helpers/check-table.ts';

function ofSource(source: string | readonly string[], fires: boolean): CheckRow {
  return [source, source, fires, { isSource: true }];
}

testCheck('ellipsis', [
  ofSource('Wait...', true),
  ofSource('Wait…', false),
  ofSource(['Wait', 'Wait...'], false),
  ['Wait...', 'Čekejte', false],
]);

testCheck('optional_plural', [
  ofSource('%d file(s)', true),
  ofSource('file(s).', true),
  ofSource('file(s)x', false),
  ofSource('(s)', false),
  ofSource(['file(s)', 'file(s)'], false),
]);

const term = { isGlossary: true };
testCheck('prohibited_initial_character', [
  ['=sum', 'součet', true, term],
  ['+sum', 'součet', true, term],
  ['@sum', 'součet', true, term],
  ['|sum', 'součet', true, term],
  ['\u00a0sum', 'součet', true, term],
  ['\u3000sum', 'součet', true, { ...term, state: 100 }],
  ['=sum', '', false, { ...term, state: 0 }],
  ['sum', '=součet', false, term],
  ['=sum', 'součet', false],
]);
