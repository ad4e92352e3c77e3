import { Check } from '../checks/check.js';
import { isPlainObject } from '../validation/is-plain-object.js';

/** Skips lists longer than `most`, which another check refuses: the comparison takes quadratic time. */
export function AreDistinct(field: string, most: number, message: string): PropertyDecorator {
  return Check('areDistinct', {
    find: (value) => {
      if (!Array.isArray(value) || value.length > most) return [];
      const texts = value.map((item) => (isPlainObject(item) ? item[field] : undefined));
      const repeated = texts.flatMap((text, index) =>
        text !== undefined && texts.indexOf(text) < index ? [index] : [],
      );
      return repeated.map((index) => ({ path: [index, field], message }));
    },
  });
}
