import type { StoryRank } from '@assay/contracts';

export interface GivenScore {
  evaluator: string;
  label: string;
  /** 0–100. */
  score: number;
}

export interface RankingRules {
  labels: readonly string[];
  /** Candidates with fewer evaluators are not ranked. */
  minEvaluators: number;
  /** 0–100; null approves all. */
  minimumScore: number | null;
}

export interface RankedCandidates {
  ranking: StoryRank[];
  /** Label of the best candidate; null if it is not approved. */
  choice: string | null;
  unranked: { label: string; evaluators: number }[];
}

/** Ranks by the mean of the evaluators' means; ties by lower spread, then by the request's order. */
export function rankCandidates(given: readonly GivenScore[], rules: RankingRules): RankedCandidates {
  const byLabel = Map.groupBy(given, ({ label }) => label);
  const scored = rules.labels.map((label) => ({ label, scores: scoresByEvaluator(byLabel.get(label) ?? []) }));
  const [ranked, unranked] = split(scored, ({ scores }) => scores.length > 0 && scores.length >= rules.minEvaluators);
  const ranking = ranked.map(({ label, scores }): StoryRank => {
    const score = mean(scores);
    return {
      label,
      score,
      spread: Math.max(...scores) - Math.min(...scores),
      approved: rules.minimumScore === null || score >= rules.minimumScore,
      evaluators: scores.length,
    };
  });
  // Stable sort: remaining ties keep request order.
  ranking.sort((left, right) => right.score - left.score || left.spread - right.spread);
  const [best] = ranking;
  return {
    ranking,
    choice: best?.approved ? best.label : null,
    unranked: unranked.map(({ label, scores }) => ({ label, evaluators: scores.length })),
  };
}

function scoresByEvaluator(given: readonly GivenScore[]): number[] {
  const byEvaluator = Map.groupBy(given, ({ evaluator }) => evaluator);
  return [...byEvaluator.values()].map((own) => mean(own.map(({ score }) => score)));
}

/** Rounded: equal means must compare equal. */
function mean(numbers: readonly number[]): number {
  const sum = numbers.reduce((total, number) => total + number, 0);
  return Math.round((sum / numbers.length) * 1e9) / 1e9;
}

function split<Item>(items: readonly Item[], belongs: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}
