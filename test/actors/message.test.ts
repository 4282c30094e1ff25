import test from 'ava';
import { renderMessage } from '../../actors/message.ts';
import { MessageError } from '../../actors/message-tree.ts';

const variables = {
  name: 'locale/Web site/cs.po',
  language: 'čeština',
  count: 3,
  one: 1,
  none: null,
  empty: '',
  stats: { all: 40, translated: 30, percent: 75.5 },
  children: [
    { name: 'Mobile', url: '/m' },
    { name: 'Desktop', url: '/d' },
  ],
  pairs: [
    ['a', 1],
    ['b', 2],
  ],
  nobody: [],
};

const rendered: Record<string, [template: string, text: string]> = {
  'text alone stays as it is': ['a < b & "c" {', 'a < b & "c" {'],
  'a variable': ['{{language}}', 'čeština'],
  'nothing is escaped': ['{{ "<&>" }}', '<&>'],
  'a variable of a group': ['{{ stats.translated }} of {{ stats.all }}', '30 of 40'],
  'an item of a list': ['{{ children.1.name }}', 'Desktop'],
  'a number with a fraction': ['{{ stats.percent }}%', '75.5%'],
  'nothing is an empty text': ['[{{ none }}]', '[]'],
  'a comment': ['a{# {{ nonsense #}b{% comment %}{{ nonsense }}{% endcomment %}c', 'abc'],
  'text in quotes with spaces and tags': ["{{ 'a|b: %' }}", 'a|b: %'],

  'if and its branches': ['{% if count == 1 %}a{% elif count == 3 %}b{% else %}c{% endif %}', 'b'],
  else: ['{% if empty %}a{% else %}b{% endif %}', 'b'],
  'an empty list is false': ['{% if nobody %}a{% endif %}', ''],
  'or binds less than and': ['{% if one or empty and none %}yes{% endif %}', 'yes'],
  'not binds more than and': ['{% if not empty and one %}yes{% endif %}', 'yes'],
  'numbers in order': ['{% if stats.translated < stats.all and count >= 3 %}yes{% endif %}', 'yes'],
  'texts in order': ['{% if "a" < "b" %}yes{% endif %}', 'yes'],
  'a text and a number have no order': ['{% if "1" < 2 %}yes{% else %}no{% endif %}', 'no'],
  unequal: ['{% if language != "x" %}yes{% endif %}', 'yes'],
  'part of a text': ['{% if "Web" in name and "x" not in name %}yes{% endif %}', 'yes'],
  'item of a list': ['{% if 2 in pairs.1 %}yes{% endif %}', 'yes'],
  'is None': ['{% if none is None and count is not None %}yes{% endif %}', 'yes'],
  'a filter in a condition': ['{% if children|length > 1 %}yes{% endif %}', 'yes'],

  'a loop': ['{% for c in children %}{{ c.name }} {% endfor %}', 'Mobile Desktop '],
  'a loop over pairs': ['{% for k, v in pairs %}{{ k }}={{ v }};{% endfor %}', 'a=1;b=2;'],
  'a loop backwards': ['{% for k, v in pairs reversed %}{{ k }}{% endfor %}', 'ba'],
  'the counters of a loop': [
    '{% for c in children %}{{ forloop.counter }}{% if not forloop.last %},{% endif %}{% endfor %}',
    '1,2',
  ],
  'a loop over nothing': ['{% for c in nobody %}x{% empty %}none{% endfor %}', 'none'],
  'a loop in a loop': ['{% for a in pairs %}{% for b in a %}{{ b }}{% endfor %}.{% endfor %}', 'a1.b2.'],
  replace: ['{% replace name "Web site" "web" %}', 'locale/web/cs.po'],
  'replace with a filter and a variable': [
    '{% replace name|upper "CS.PO" language %}',
    'LOCALE/WEB SITE/čeština',
  ],
  'replace takes a dollar sign as it is': ['{% replace "a" "a" "$&" %}', '$&'],
};

for (const [title, [template, text]] of Object.entries(rendered)) {
  test(title, (t) => {
    t.is(renderMessage(template, variables), text);
  });
}

const filtered: Record<string, string> = {
  'count|add:2': '5',
  '"a"|add:language': 'ačeština',
  '"čau světe"|capfirst': 'Čau světe',
  '"ab"|center:6': '  ab  ',
  '"a b c"|cut:" "': 'abc',
  'empty|default:"x"': 'x',
  'count|default:"x"': '3',
  'empty|default_if_none:"x"': '',
  'none|default_if_none:"x"': 'x',
  'name|dirname': 'locale/Web site',
  '"cs.po"|dirname': '',
  '9|divisibleby:3|yesno': 'yes',
  'pairs.0|first': 'a',
  'language|last': 'a',
  'stats.percent|floatformat': '75.5',
  'stats.percent|floatformat:2': '75.50',
  'pairs.0|join:"-"': 'a-1',
  'children|length': '2',
  '"ab"|ljust:4|add:"."': 'ab  .',
  '"AŘ"|lower': 'ař',
  'name|parentdir': 'Web site/cs.po',
  'name|parentdir|parentdir': 'cs.po',
  'one|pluralize': '',
  'count|pluralize': 's',
  'count|pluralize:"y,ies"': 'ies',
  '"ab"|rjust:4': '  ab',
  'name|safe': 'locale/Web site/cs.po',
  '"abcdef"|slice:"1:3"': 'bc',
  '"abcdef"|slice:":2"': 'ab',
  '"abcdef"|slice:"-2:"': 'ef',
  '"Příliš žlutý kůň!"|slugify': 'prilis-zluty-kun',
  'name|stripext': 'locale/Web site/cs',
  '"a.b/Makefile"|stripext': 'a.b/Makefile',
  '"dir/.hidden"|stripext': 'dir/.hidden',
  '"<b>a</b>"|striptags': 'a',
  '"it\'s ČESKÝ web"|title': "It's Český Web",
  '"abcdef"|truncatechars:4': 'abc…',
  '"abcd"|truncatechars:4': 'abcd',
  '"a b c"|truncatewords:2': 'a b …',
  'language|upper': 'ČEŠTINA',
  'name|urlencode': 'locale/Web%20site/cs.po',
  '"a b  c"|wordcount': '3',
  '"aa bb cc"|wordwrap:5': 'aa bb\ncc',
  'none|yesno:"a,b,c"': 'c',
  'name | stripext | upper': 'LOCALE/WEB SITE/CS',
};

for (const [value, text] of Object.entries(filtered)) {
  test(`filter: ${value}`, (t) => {
    t.is(renderMessage(`{{ ${value} }}`, variables), text);
  });
}

const refused: Record<string, [template: string, message: RegExp]> = {
  'an unknown variable': ['a\n {{ nobody_knows }}', /^Line 2, column 2: There is no variable "nobody_knows"/],
  'an unknown part of a group': ['{{ stats.nothing }}', /no variable "stats.nothing"/],
  'a part of nothing': ['{{ none.x }}', /no variable "none.x"/],
  'a property of the language it is written in': [
    '{{ stats.constructor }}',
    /no variable "stats.constructor"/,
  ],
  'a variable of that name': ['{{ constructor }}', /no variable "constructor"/],
  'an unknown variable in a condition': ['{% if what %}{% endif %}', /no variable "what"/],
  'a loop variable after its loop': ['{% for c in children %}{% endfor %}{{ c }}', /no variable "c"/],
  'an unknown filter': ['{{ name|explode }}', /no filter "explode"/],
  'a filter that is only inherited': ['{{ name|toString }}', /no filter "toString"/],
  'an unknown filter where nothing gets to': ['{% if empty %}{{ name|explode }}{% endif %}', /no filter/],
  'a filter without its argument': ['{{ name|cut }}', /"cut" takes an argument/],
  'a filter with one too many': ['{{ name|upper:1 }}', /"upper" takes no argument/],
  'an unknown tag': ['{% include "x" %}', /no tag "include"/],
  'an open tag': ['abc {{ name', /opened and never closed/],
  'an if without end': ['{% if one %}a', /never closed by "endif"/],
  'an if that ends as a loop': ['{% if one %}a{% endfor %}', /never closed by "endif"/],
  'two else': ['{% if one %}{% else %}{% else %}{% endif %}', /never closed by "endif"/],
  'an end without beginning': ['{% endif %}', /no beginning/],
  'a loop without list': ['{% for x %}{% endfor %}', /Expected "for name in list"/],
  'a loop without end': ['{% for x in children %}', /never closed by "endfor"/],
  'a comment without end': ['{% comment %}', /never closed by "endcomment"/],
  'an empty condition': ['{% if %}{% endif %}', /Expected a condition/],
  'half a comparison': ['{% if one == %}{% endif %}', /Expected a comparison/],
  'replace with too little': ['{% replace name "a" %}', /Expected "replace/],
  'an empty tag': ['{{ }}', /Expected a variable/],
  'an old style variable': ['{{ %(file)s }}', /Expected a variable/],
  'a quote without end': ['{{ "abc }}', /Expected a variable/],
};

for (const [title, [template, message]] of Object.entries(refused)) {
  test(`refused: ${title}`, (t) => {
    t.throws(() => renderMessage(template, variables), { instanceOf: MessageError, message });
  });
}

test('a template cannot keep the server busy with loops in loops', (t) => {
  const depth = 30;
  const template = '{% for a in pairs %}'.repeat(depth) + '{% endfor %}'.repeat(depth);

  t.throws(() => renderMessage(template, variables), { instanceOf: MessageError, message: /too long/ });
});

test('a template that is too long is not even read', (t) => {
  t.throws(() => renderMessage('{{'.repeat(500_000), variables), {
    instanceOf: MessageError,
    message: /1000000/,
  });
});

test('a template cannot fill the memory', (t) => {
  const template = `{% replace name|add:name "" "${'x'.repeat(5000)}" %}`;

  t.throws(() => renderMessage(template, variables), { instanceOf: MessageError, message: /too long/ });
});
