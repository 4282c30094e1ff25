/** Numbers of `values` (nested ones by their path) as OpenMetrics text. */
export function openMetrics(values: object): string {
  return `${lines(values, 'dragoman').join('')}# EOF\n`;
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
