import type { Adapter, ApplyOptions } from '../../adapters/adapter.ts';

/** Options for a Czech file with English sources and the format's default parameters. */
export function czechOptions(adapter: Adapter, changes: Partial<ApplyOptions> = {}): ApplyOptions {
  return {
    language: 'cs',
    plural: {
      number: 3,
      formula: '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2',
      categories: ['one', 'few', 'other'],
    },
    sourcePlural: { number: 2, formula: 'n != 1', categories: ['one', 'other'] },
    params: Object.fromEntries(adapter.params.map((param) => [param.name, param.default])),
    template: null,
    header: { revised: new Date('2026-01-31T12:30:00Z') },
    ...changes,
  };
}
