import { Check } from './check.js';

export function NumberFromText(): PropertyDecorator {
  return Check('numberFromText', { find: () => [], convert: toNumber });
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' ? Number(value) : value;
}
