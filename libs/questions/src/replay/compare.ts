import type { ReplayDifference } from '@assay/contracts';
import { isDeepStrictEqual } from 'node:util';

/** The value after JSON, without key order and absent fields. */
function plain(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

export function difference(
  kind: ReplayDifference['kind'],
  at: string,
  recorded: unknown,
  replayed: unknown,
): ReplayDifference[] {
  const [before, today] = [plain(recorded), plain(replayed)];
  return isDeepStrictEqual(before, today) ? [] : [{ kind, at, recorded: before, replayed: today }];
}
