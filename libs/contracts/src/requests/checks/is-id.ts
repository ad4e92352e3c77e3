import { isId } from '../../index.js';
import { Check, expected } from './check.js';

export function IsId(what: string): PropertyDecorator {
  const find = (value: unknown): ReturnType<typeof expected> => expected(isId(value), `must be the id of a ${what}`);
  return Check('isId', { find, schema: { type: 'string', format: 'uuid' } });
}
