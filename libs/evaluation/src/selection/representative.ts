import type { Dialect } from '@assay/contracts';
import { canonicalSql, sqlComplexity } from '@assay/sql';

export interface Member {
  sql: string;
}

/**
 * Most frequent text, then simplest, then first; returns its first candidate.
 * @throws RangeError without candidates
 */
export async function representativeOf<Given extends Member>(
  members: readonly Given[],
  dialect: Dialect,
): Promise<Given> {
  const [first, ...others] = members;
  if (first === undefined) throw new RangeError('nobody stands for no candidate at all');
  if (others.every(({ sql }) => sql === first.sql)) return first;
  const texts = new Map<string, { first: Given; count: number }>();
  for (const member of members) {
    const { hash } = await canonicalSql(member.sql, dialect);
    const known = texts.get(hash);
    texts.set(hash, { first: known?.first ?? member, count: (known?.count ?? 0) + 1 });
  }
  const most = Math.max(...[...texts.values()].map(({ count }) => count));
  const frequent = [...texts.values()].filter(({ count }) => count === most).map((text) => text.first);
  return frequent.length === 1 ? (frequent[0] ?? first) : simplest(frequent, dialect, first);
}

async function simplest<Given extends Member>(
  members: readonly Given[],
  dialect: Dialect,
  fallback: Given,
): Promise<Given> {
  const complexities = await Promise.all(members.map(({ sql }) => sqlComplexity(sql, dialect)));
  return members[complexities.indexOf(Math.min(...complexities))] ?? fallback;
}
