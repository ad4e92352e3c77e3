import type { ValidationOptions } from 'class-validator';
import { Check, expected } from './check.js';

/** Bounds in code points, as in JSON Schema. */
export interface TextBounds {
  min?: number;
  max?: number;
  /** Not only white space. */
  filled?: boolean;
  description?: string;
}

const FILLED = /\S/;

/** class-validator's `Length` miscounts code points. */
export function IsText(bounds: TextBounds = {}, options: ValidationOptions = {}): PropertyDecorator {
  const { min = 0, max = Infinity, filled = false } = bounds;
  const schema = {
    type: 'string',
    ...(bounds.min === undefined ? {} : { minLength: min }),
    ...(bounds.max === undefined ? {} : { maxLength: max }),
    ...(filled ? { pattern: FILLED.source } : {}),
    ...(bounds.description === undefined ? {} : { description: bounds.description }),
  };
  const find = (value: unknown): ReturnType<typeof expected> => {
    if (typeof value !== 'string') return expected(false, 'expected a text');
    if (filled && !FILLED.test(value)) return expected(false, 'must not be empty');
    if (!hasAtLeast(value, min))
      return expected(false, min === 1 ? 'must not be empty' : `must have ${min} characters or more`);
    return expected(hasAtMost(value, max), `must have at most ${max} characters`);
  };
  return Check('isText', { find, schema }, options);
}

export function hasAtMost(text: string, characters: number): boolean {
  return text.length <= characters || (text.length <= 2 * characters && [...text].length <= characters);
}

function hasAtLeast(text: string, characters: number): boolean {
  return text.length >= 2 * characters || [...text].length >= characters;
}
