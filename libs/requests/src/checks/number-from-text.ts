import { Check } from './check.js';

/** A number in a query, which comes as text. */
export function NumberFromText(): PropertyDecorator {
  return Check('numberFromText', { find: () => [], convert: toNumber });
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' ? Number(value) : value;
}
