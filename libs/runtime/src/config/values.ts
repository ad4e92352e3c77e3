import { z } from 'zod';

const integerText = /^-?\d+$/;

export function integer(min: number, max: number): z.ZodType<number> {
  const expected = `expected a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(integerText, expected)
    .transform(Number)
    .refine((value) => value >= min && value <= max, expected);
}

export function positiveNumber(max: number): z.ZodType<number> {
  const expected = `expected a number above 0, at most ${max}`;
  return z
    .string()
    .transform(Number)
    .refine((value) => value > 0 && value <= max, expected);
}

export function ratio(min = 0, max = 1): z.ZodType<number> {
  const expected = `expected a number from ${min} to ${max}`;
  return z
    .string()
    .transform(Number)
    .refine((value) => value >= min && value <= max, expected);
}

/** Case-insensitive. */
export function oneOf<const Value extends string>(values: readonly Value[]): z.ZodType<Value> {
  return z
    .string()
    .transform((text) => values.find((value) => value.toLowerCase() === text.toLowerCase()))
    .refine((value) => value !== undefined, `expected one of ${values.join(', ')}`);
}

export function urlOf(...protocols: string[]): z.ZodType<string> {
  return z.string().refine((text) => isUrlOf(text, protocols), `expected one URL ${beginning(protocols)}`);
}

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]'];

export function httpsUrl(): z.ZodType<string> {
  return z.string().refine((text) => {
    const url = URL.parse(text);
    return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK_HOSTS.includes(url.hostname));
  }, 'expected a URL that begins with https:// (http:// on this machine only)');
}

function beginning(protocols: readonly string[]): string {
  return `that begins with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`;
}

/** A list would parse as one URL. */
function isUrlOf(text: string, protocols: readonly string[]): boolean {
  const url = URL.parse(text);
  const isList = /,\s*\w+:\/\//.test(text);
  return url !== null && url.hostname !== '' && !isList && protocols.includes(url.protocol.slice(0, -1));
}

export function list(separator: string | RegExp = ','): z.ZodType<string[]> {
  return z
    .string()
    .transform((text) =>
      text
        .split(separator)
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
    )
    .refine((entries) => entries.length > 0, 'expected at least one entry');
}

export function json<Shape extends z.ZodType>(shape: Shape, expected: string): z.ZodType<z.infer<Shape>> {
  return z
    .string()
    .transform((text) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return undefined;
      }
    })
    .refine((value) => shape.safeParse(value).success, `expected JSON ${expected}`)
    .transform((value) => shape.parse(value));
}
