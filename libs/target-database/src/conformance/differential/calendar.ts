const DAY_MS = 86_400_000;
const DAYS_IN_400_YEARS = 146_097n;

export function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}

export function floorRemainder(value: bigint, by: bigint): bigint {
  return value - floorDivide(value, by) * by;
}

/** Proleptic Gregorian date of the days since 1970-01-01. The year 1 BC has `isBc` and the number 1. */
export function dateOf(days: bigint): { text: string; isBc: boolean } {
  const date = new Date(Number(floorRemainder(days, DAYS_IN_400_YEARS)) * DAY_MS);
  const year = BigInt(date.getUTCFullYear()) + floorDivide(days, DAYS_IN_400_YEARS) * 400n;
  const isBc = year < 1n;
  const shown = String(isBc ? 1n - year : year).padStart(4, '0');
  return { text: `${shown}-${date.toISOString().slice(5, 10)}`, isBc };
}

/** `04:05:06.789` of units since midnight; hours may exceed 24. */
export function clockOf(units: bigint, perSecond: bigint): string {
  const seconds = units / perSecond;
  const parts = [seconds / 3600n, (seconds / 60n) % 60n, seconds % 60n].map((part) => String(part).padStart(2, '0'));
  const fraction = String(units % perSecond)
    .padStart(String(perSecond).length - 1, '0')
    .replace(/0+$/, '');
  return parts.join(':') + (fraction === '' ? '' : `.${fraction}`);
}

/** `+05:30` of seconds east of UTC; zero parts are left out. */
export function offsetOf(seconds: number): string {
  const [hours, minutes, rest] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) =>
    String(Math.trunc(Math.abs(part))).padStart(2, '0'),
  );
  const tail = rest === '00' ? (minutes === '00' ? [] : [minutes]) : [minutes, rest];
  return `${seconds < 0 ? '-' : '+'}${[hours, ...tail].join(':')}`;
}

export function singleOf(value: number): number {
  for (let digits = 1; digits <= 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/** JSON has no such numbers, and none that is negative zero. */
export function floatOf(value: number): number | string {
  return Number.isFinite(value) ? value + 0 : String(value);
}

export function decimalOf(unscaled: bigint, scale: number): string {
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${unscaled < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${digits.slice(-scale)}`}`;
}
