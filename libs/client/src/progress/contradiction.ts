import { count } from './quantities.js';

/** A sentence if other gold SQLs of the same question differ; else nothing. */
export function contradictionOf(contradicts: readonly string[] = []): string[] {
  if (contradicts.length === 0) return [];
  const others = count(contradicts.length, 'other gold SQL');
  return [`It contradicts ${others} of the same question. The newest answers; remove what is wrong.`];
}
