const GRAINS = ['year', 'month', 'day', 'moment'] as const;
export type Grain = (typeof GRAINS)[number];

const DAY_MS = 86_400_000;
export const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d+)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

/** The coarsest that distinguishes them. */
export function grainOf(times: readonly Date[]): Grain {
  return GRAINS.find((grain) => times.every((time) => isStartOf(time, grain))) ?? 'moment';
}

export function isStartOf(time: Date, grain: Grain): boolean {
  const isDay = Number(time) % DAY_MS === 0;
  if (grain === 'moment') return true;
  if (grain === 'day') return isDay;
  return isDay && time.getUTCDate() === 1 && (grain === 'month' || time.getUTCMonth() === 0);
}

/** What its zone's clock shows, in UTC: months begin at local midnight. */
export function clockOf(text: string): Date {
  const [, day, time, fraction = ''] = MOMENT.exec(text) ?? [];
  return new Date(day === undefined ? text : `${day}T${time}${fraction}Z`);
}

export function periodFormat(grain: 'year' | 'month', locale?: string): Intl.DateTimeFormat {
  const month = grain === 'month' ? ({ month: 'short' } as const) : {};
  return new Intl.DateTimeFormat(locale, { ...month, year: 'numeric', timeZone: 'UTC' });
}
