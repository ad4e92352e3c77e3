const DIGITS = 10;

const numericType =
  /^(?:tiny|small|medium|big)?int(?:eger)?\d?\b|^int\d|^(?:small|big)?serial|^numeric|^decimal|^dec\b|^number|^float|^double|^real|^fixed|money$|^bit$|^year$|^binary_(?:float|double)|^oid$/i;

export function isNumericType(type: string): boolean {
  return numericType.test(type.trim().replace(/^pg_catalog\./i, ''));
}

/**
 * No exponent, trailing zeros or negative zero; rounded half away from zero to ten significant digits, never before the
 * decimal point. Also `NaN` and infinities.
 * @returns null if not a number
 */
export function normalNumber(text: string): string | null {
  const special = /^\s*([+-]?)(nan|inf(?:inity)?)\s*$/i.exec(text);
  if (special !== null) return special[2]?.toLowerCase() === 'nan' ? 'NaN' : `${special[1] === '-' ? '-' : ''}Infinity`;
  const match = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?\s*$/i.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return null;
  const value = rounded(placed(whole + fraction, whole.length + Number(exponent)));
  return value === '0' || sign !== '-' ? value : `-${value}`;
}

interface Placed {
  whole: string;
  fraction: string;
}

function placed(digits: string, point: number): Placed {
  if (point <= 0) return { whole: '', fraction: '0'.repeat(-point) + digits };
  return { whole: digits.slice(0, point).padEnd(point, '0'), fraction: digits.slice(point) };
}

function rounded({ whole, fraction }: Placed): string {
  const leading = whole.replace(/^0+/, '');
  const zeros = leading === '' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const places = leading === '' ? zeros + DIGITS : Math.max(DIGITS - leading.length, 0);
  const kept = fraction.slice(0, places);
  const roundsUp = (fraction[places] ?? '0') >= '5';
  // The leading 1 keeps zeros and takes a carry.
  const scaled = BigInt(`1${leading === '' ? '0' : `0${leading}`}${kept}`) + (roundsUp ? 1n : 0n);
  const digits = scaled.toString().slice(1);
  const point = digits.length - kept.length;
  const fractionDigits = digits.slice(point).replace(/0+$/, '');
  const wholeDigits = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  return fractionDigits === '' ? wholeDigits : `${wholeDigits}.${fractionDigits}`;
}
