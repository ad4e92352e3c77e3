import type { NumberedTest } from '@assay/contracts';

/** For the model: missing, repeated or unknown tests. */
export function problemOf(
  groups: readonly { keep: number; duplicates: number[] }[],
  tests: readonly NumberedTest[],
): string {
  const named = groups.flatMap((group) => [group.keep, ...group.duplicates]);
  const known = new Set(tests.map((test) => test.number));
  const missing = [...known].filter((number) => !named.includes(number));
  const repeated = [...new Set(named.filter((number, index) => named.indexOf(number) !== index))];
  const unknown = [...new Set(named.filter((number) => !known.has(number)))];
  const parts = [
    missing.length > 0 ? `in no group: ${missing.join(', ')}` : '',
    repeated.length > 0 ? `in more than one place: ${repeated.join(', ')}` : '',
    unknown.length > 0 ? `no such test: ${unknown.join(', ')}` : '',
  ];
  return parts.filter((part) => part !== '').join('; ');
}
