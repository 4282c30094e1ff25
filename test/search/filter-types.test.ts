import test from 'ava';
import { queryOfFilter } from '../../search/filter-types.ts';
import { parseQuery } from '../../search/parse.ts';

const filters: [string, string][] = [
  ['all', ''],
  ['todo', 'state:<translated'],
  ['nottranslated', 'state:empty'],
  ['translated', 'state:>=translated'],
  ['fuzzy', 'is:needs-editing'],
  ['readonly', 'state:read-only'],
  ['approved', 'state:approved'],
  ['unapproved', 'state:translated'],
  ['suggestions', 'has:suggestion'],
  ['nosuggestions', 'state:<translated AND NOT has:suggestion'],
  ['approved_suggestions', 'state:approved AND has:suggestion'],
  ['comments', 'has:comment'],
  ['source_comments', 'has:source-comment'],
  ['allchecks', 'has:check'],
  ['dismissed_checks', 'has:dismissed-check'],
  ['translated_checks', 'has:check AND state:>=translated'],
  ['variants', 'has:variant'],
  ['context', 'has:context'],
  ['pluralized', 'has:plural'],
  ['screenshots', 'has:screenshot'],
  ['noscreenshot', 'NOT has:screenshot'],
  ['labels', 'has:label'],
  ['unlabeled', 'NOT has:label'],
  ['check:end_stop', 'check:end_stop'],
  ['label:red', 'label:red'],
];

for (const [filter, query] of filters) {
  test(`the filter "${filter}" is a search for "${query}"`, (t) => {
    t.deepEqual(parseQuery(queryOfFilter(filter) ?? 'none'), parseQuery(query));
  });
}

test('the name of a label is one value, whatever is in it', (t) => {
  for (const name of ['two words', 'a "quoted" one', 'back\\slash', 'x) OR has:check']) {
    const query = parseQuery(queryOfFilter(`label:${name}`) ?? '');

    t.like(query, { type: 'term', field: 'label', value: { kind: 'text', text: name } });
  }
});

test('what is no filter has no search', (t) => {
  for (const filter of ['', 'nothing', 'check:', 'label:', 'constructor', 'state:empty']) {
    t.is(queryOfFilter(filter), undefined, filter);
  }
});
