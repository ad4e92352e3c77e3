import { Check, expected } from './check.js';

const KEY = /^[\x21-\x7e]{1,4000}$/;

/** The url comes with the key: the one in use may have changed since the admin saw it. */
export function IsModelKey(): PropertyDecorator {
  const isKey = (value: unknown): boolean => typeof value === 'string' && KEY.test(value);
  const schema = { type: 'string', pattern: KEY.source, description: 'Needs the url that it is for.' };
  return Check('isModelKey', {
    find: (value, object) => [
      ...expected(isKey(value), 'expected printable ASCII characters without spaces'),
      ...expected('url' in object && typeof object.url === 'string', 'needs the url that it is for'),
    ],
    schema,
  });
}
