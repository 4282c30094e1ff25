/** A stretch of time, milliseconds since 1970 UTC: `start` included, `end` not. */
export interface Period {
  start: number;
  end: number;
}

const day = 86_400_000;
const units = { minute: 60_000, hour: 3_600_000, day, week: 7 * day } as const;

/**
 * Reads a date of a search in UTC: a year, a month, a day (`2026-03-15`, `15.3.2026`, `3/15/2026`, `15 March 2026`), a full
 * timestamp (a period of one millisecond), `today`, `yesterday`, `tomorrow`, or `2 weeks ago` (also `2_weeks_ago`, `last week`),
 * which counts days and longer from the midnight before `now`.
 * @returns null when the text is no date.
 */
export function readPeriod(text: string, now: number): Period | null {
  const plain = text.trim().replaceAll('_', ' ').toLowerCase();
  return readRelative(plain, now) ?? readDay(plain) ?? readInstant(text.trim());
}

function readRelative(text: string, now: number): Period | null {
  const midnight = Math.floor(now / day) * day;
  if (text === 'now') {
    return { start: now, end: now + 1 };
  }
  if (text === 'today') {
    return { start: midnight, end: midnight + day };
  }
  if (text === 'yesterday') {
    return { start: midnight - day, end: midnight };
  }
  if (text === 'tomorrow') {
    return { start: midnight + day, end: midnight + 2 * day };
  }
  const groups = /^(?<count>\d{1,4}|an?) (?<unit>minute|hour|day|week|month|year)s? ago$/.exec(
    text.replace(/^last (week|month|year)$/, 'a $1 ago'),
  )?.groups;
  if (!groups) {
    return null;
  }
  const { count = '', unit = '' } = groups;
  const amount = /^an?$/.test(count) ? 1 : Number(count);
  const start = goBack(midnight, now, amount, unit);
  return { start, end: unit === 'minute' || unit === 'hour' ? start + 1 : start + day };
}

function goBack(midnight: number, now: number, amount: number, unit: string): number {
  if (unit === 'minute' || unit === 'hour') {
    return now - amount * units[unit];
  }
  if (unit === 'day' || unit === 'week') {
    return midnight - amount * units[unit];
  }
  const date = new Date(midnight);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - amount * (unit === 'year' ? 12 : 1)];
  // A month before the 31st of March is the last day of February.
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay));
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const monthName = `(?<name>${months.join('|')})[a-z]*\\.?`;

/** Days, months and years; what is left out stands for all of it. */
const dayForms: readonly RegExp[] = [
  /^(?<year>\d{4})(?:[-/.](?<month>\d{1,2})(?:[-/.](?<date>\d{1,2}))?)?$/,
  /^(?<date>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})$/,
  /^(?<month>\d{1,2})\/(?<date>\d{1,2})\/(?<year>\d{4})$/,
  new RegExp(`^(?:(?<date>\\d{1,2})(?:\\.|st|nd|rd|th)? )?${monthName},? (?<year>\\d{4})$`),
  new RegExp(`^${monthName} (?<date>\\d{1,2})(?:st|nd|rd|th)?,? (?<year>\\d{4})$`),
];

function readDay(text: string): Period | null {
  const groups = dayForms.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  if (!groups) {
    return null;
  }
  const year = Number(groups.year);
  const name = groups.name === undefined ? undefined : `${months.indexOf(groups.name) + 1}`;
  const month = numberOrNull(groups.month ?? name);
  const date = numberOrNull(groups.date);
  const start = Date.UTC(year, (month ?? 1) - 1, date ?? 1);
  const read = new Date(start);
  if (read.getUTCMonth() !== (month ?? 1) - 1 || read.getUTCDate() !== (date ?? 1)) {
    return null;
  }
  if (month === null) {
    return { start, end: Date.UTC(year + 1, 0, 1) };
  }
  return { start, end: date === null ? Date.UTC(year, month, 1) : start + day };
}

function numberOrNull(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}

function readInstant(text: string): Period | null {
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i.test(text)) {
    return null;
  }
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(text);
  const start = Date.parse(`${text.replace(' ', 'T')}${hasZone ? '' : 'Z'}`);
  return Number.isNaN(start) ? null : { start, end: start + 1 };
}
