import type { AgentAnswer, Alternative, WrittenTest } from '@assay/contracts';

/** Ids that judges can repeat reliably. */
const FIT_ID = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,31}$/u;

/**
 * Tests of a batch. Evidence-critical tests are requirements; reading tests with fewer than two alternatives are
 * dropped.
 */
export function readTests(written: AgentAnswer<'test_suite'>['tests']): WrittenTest[] {
  return written.flatMap(({ statement, evidenceCritical, kind, alternatives }) => {
    if (kind === 'requirement' || evidenceCritical) return [{ statement, evidenceCritical }];
    const apart = withIds(alternatives);
    return apart.length < 2 ? [] : [{ statement, evidenceCritical, alternatives: apart }];
  });
}

/** Distinct meanings with unique ids: the given id if fit, else a letter. */
function withIds(given: readonly Alternative[]): Alternative[] {
  const taken = new Set<string>();
  const meanings = new Set<string>();
  return given.flatMap(({ id, meaning }, index) => {
    const text = meaning.trim();
    if (text === '' || meanings.has(text.toLowerCase())) return [];
    meanings.add(text.toLowerCase());
    const letter = String.fromCodePoint(97 + (index % 26)) + (index < 26 ? '' : String(Math.floor(index / 26)));
    const own = id.trim();
    const fit = FIT_ID.test(own) && !taken.has(own.toLowerCase()) ? own : letter;
    if (taken.has(fit.toLowerCase())) return [];
    taken.add(fit.toLowerCase());
    return [{ id: fit, meaning: text }];
  });
}

export function alternativeNamed(name: string, alternatives: readonly Alternative[]): string | null {
  const title = plain(name);
  if (title === '') return null;
  return alternatives.find(({ id, meaning }) => plain(id) === title || plain(meaning) === title)?.id ?? null;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
