import type { ReplayDifference } from '@assay/contracts';
import { isDeepStrictEqual } from 'node:util';

/** A value as it is after a round through JSON: key order and absent fields do not count. */
function plain(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

/** The difference between what is on record and what comes out today, if there is one. */
export function difference(
  kind: ReplayDifference['kind'],
  at: string,
  recorded: unknown,
  replayed: unknown,
): ReplayDifference[] {
  const [before, today] = [plain(recorded), plain(replayed)];
  return isDeepStrictEqual(before, today) ? [] : [{ kind, at, recorded: before, replayed: today }];
}
