export interface JudgedEntry {
  test: number;
  verdict: 'OK' | 'KO';
  reason: string;
}

export interface JudgeAnswer<Entry extends JudgedEntry> {
  reasoning: string;
  entries: Entry[];
}

export interface Judgements<Entry extends JudgedEntry> {
  reasoning: string;
  byNumber: Map<number, Entry>;
  /** Numbers without a verdict in some answer, even if a later answer has one. */
  missing: number[];
  /** Numbers with a verdict that was not asked for. */
  extra: number[];
  /** Numbers with conflicting verdicts in one answer; there they count as missing. */
  contradicting: number[];
  reasks: number;
}

const REASKS = 2;

/** Collects verdicts by number, in any order; asks again, at most `REASKS` times, for missing ones. */
export async function judgeTests<Entry extends JudgedEntry>(
  numbers: readonly number[],
  ask: (numbers: readonly number[], reask: boolean) => Promise<JudgeAnswer<Entry>>,
): Promise<Judgements<Entry>> {
  const byNumber = new Map<number, Entry>();
  const seen = { missing: new Set<number>(), extra: new Set<number>(), contradicting: new Set<number>() };
  const reasonings: string[] = [];
  let open = [...numbers];
  let asks = 0;
  while (open.length > 0 && asks <= REASKS) {
    const answer = await ask(open, asks > 0);
    asks += 1;
    reasonings.push(answer.reasoning);
    takeAnswer(answer.entries, open, byNumber, seen);
    open = open.filter((number) => !byNumber.has(number));
    for (const number of open) seen.missing.add(number);
  }
  return {
    reasoning: reasonings.filter((text) => text !== '').join('\n\n'),
    byNumber,
    missing: sorted(seen.missing),
    extra: sorted(seen.extra),
    contradicting: sorted(seen.contradicting),
    reasks: Math.max(0, asks - 1),
  };
}

function takeAnswer<Entry extends JudgedEntry>(
  entries: readonly Entry[],
  asked: readonly number[],
  byNumber: Map<number, Entry>,
  seen: { extra: Set<number>; contradicting: Set<number> },
): void {
  const wanted = new Set(asked);
  const byTest = Map.groupBy(entries, (entry) => entry.test);
  for (const [number, given] of byTest) {
    if (!wanted.has(number)) {
      seen.extra.add(number);
      continue;
    }
    const verdicts = new Set(given.map((entry) => entry.verdict));
    if (verdicts.size > 1) seen.contradicting.add(number);
    else byNumber.set(number, given[0] as Entry);
  }
}

const sorted = (numbers: Set<number>): number[] => [...numbers].sort((left, right) => left - right);
