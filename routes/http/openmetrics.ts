/**
 * Numbers of `values` as OpenMetrics text. Numbers of numbers go by their path; what there is of each component in each
 * language (see `isByLanguage`) are labelled samples, because slugs would not be told apart in names.
 */
export function openMetrics(values: object): string {
  const text = isByLanguage(values) ? labelled(values) : lines(values, 'dragoman').join('');
  return `${text}# EOF\n`;
}

function lines(values: object, prefix: string): string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const name = `${prefix}_${key.replace(/\W/g, '_')}`;
    if (typeof value === 'number') {
      return [`# TYPE ${name} gauge\n${name} ${value}\n`];
    }
    return typeof value === 'object' && value !== null ? lines(value, name) : [];
  });
}

/** Component → language → name of the number → number. */
type ByLanguage = Record<string, Record<string, Record<string, number>>>;

function isByLanguage(values: object): values is ByLanguage {
  const areObjects = (parts: object) => Object.values(parts).every((part) => part instanceof Object);
  return areObjects(values) && Object.values(values).every(areObjects);
}

function labelled(values: ByLanguage): string {
  const samples = new Map<string, string[]>();
  for (const [component, languages] of Object.entries(values)) {
    for (const [language, numbers] of Object.entries(languages)) {
      for (const [key, value] of Object.entries(numbers)) {
        const name = `dragoman_${key}`;
        const sample = `${name}{component=${label(component)},language=${label(language)}} ${value}\n`;
        samples.set(name, [...(samples.get(name) ?? []), sample]);
      }
    }
  }
  return [...samples].map(([name, own]) => `# TYPE ${name} gauge\n${own.join('')}`).join('');
}

/** In quotes; JSON escapes what OpenMetrics escapes. */
function label(text: string): string {
  return JSON.stringify(text);
}
