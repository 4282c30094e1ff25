import { parseArgs } from 'node:util';

/** Reads `--name N` for each of `defaults`; `help` is printed for `--help` or what cannot be read, and the process ends. */
export function readNumbers<Name extends string>(
  help: string,
  defaults: Record<Name, number>,
): Record<Name, number> {
  const names = Object.keys(defaults) as Name[];
  const text = { type: 'string' } as const;
  const options = {
    ...Object.fromEntries(names.map((name) => [name, text])),
    help: { type: 'boolean' },
  } as const;
  const { values } = parseArgs({ options });
  const found = { ...defaults };
  for (const name of names) {
    const value: unknown = Object(values)[name];
    found[name] = value === undefined ? defaults[name] : Number(value);
    if (!Number.isInteger(found[name]) || found[name] < 1) {
      console.error(`--${name} takes a whole number from 1 on`);
      process.exit(2);
    }
  }
  if (Object(values).help) {
    console.log(`${help}\n${names.map((name) => `  --${name} (${defaults[name]})`).join('\n')}`);
    process.exit(0);
  }
  return found;
}
