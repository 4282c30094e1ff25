/** A stretch of time, milliseconds since 1970 UTC: `start` included, `end` not. */
export interface Period {
  start: number;
  end: number;
}

const day = 86_400_000;
const units = { minute: 60_000, hour: 3_600_000, day, week: 7 * day } as const;

/**
 * Reads a date of a search in UTC: a year, a day, a full timestamp (a period of one millisecond), `today`, `yesterday`, or
 * `2 weeks ago` (also `2_weeks_ago`), which count whole periods from the midnight before `now`.
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
  const groups = /^(?<count>\d{1,4}|an?) (?<unit>minute|hour|day|week|month|year)s? ago$/.exec(text)?.groups;
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
  date.setUTCMonth(date.getUTCMonth() - amount * (unit === 'year' ? 12 : 1));
  return date.getTime();
}

function readDay(text: string): Period | null {
  const groups = /^(?<year>\d{4})(?:[-/.](?<month>\d{1,2})(?:[-/.](?<date>\d{1,2}))?)?$/.exec(text)?.groups;
  if (!groups) {
    return null;
  }
  const year = Number(groups.year);
  const month = groups.month === undefined ? null : Number(groups.month);
  const date = groups.date === undefined ? null : Number(groups.date);
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

function readInstant(text: string): Period | null {
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i.test(text)) {
    return null;
  }
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(text);
  const start = Date.parse(`${text.replace(' ', 'T')}${hasZone ? '' : 'Z'}`);
  return Number.isNaN(start) ? null : { start, end: start + 1 };
}
