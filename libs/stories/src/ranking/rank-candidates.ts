import type { StoryRank } from '@assay/contracts';

/** One evaluation that was given, as the ranking sees it. */
export interface GivenScore {
  evaluator: string;
  label: string;
  /** 0–100. */
  score: number;
}

export interface RankingRules {
  /** Candidates by label, in the order they were sent. */
  labels: readonly string[];
  /** A candidate that fewer evaluators scored is not ranked. */
  minEvaluators: number;
  /** 0–100; null approves of everything. */
  minimumScore: number | null;
}

export interface RankedCandidates {
  /** Best first. */
  ranking: StoryRank[];
  /** The best candidate, where it is approved. */
  choice: string | null;
  /** Candidates that too few evaluators scored. */
  unranked: { label: string; evaluators: number }[];
}

/**
 * Ranks candidates by the mean of their evaluators' scores; an evaluator's score is the mean of its own evaluations of
 * that candidate, never another's. Ties go to the lower spread (highest minus lowest evaluator), then to the order of
 * the candidates.
 */
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
  // sort is stable: what is still equal keeps the order of the candidates
  ranking.sort((left, right) => right.score - left.score || left.spread - right.spread);
  const [best] = ranking;
  return {
    ranking,
    choice: best?.approved ? best.label : null,
    unranked: unranked.map(({ label, scores }) => ({ label, evaluators: scores.length })),
  };
}

/** One score per evaluator. */
function scoresByEvaluator(given: readonly GivenScore[]): number[] {
  const byEvaluator = Map.groupBy(given, ({ evaluator }) => evaluator);
  return [...byEvaluator.values()].map((own) => mean(own.map(({ score }) => score)));
}

/** Rounded where binary fractions would tell equal means apart. */
function mean(numbers: readonly number[]): number {
  const sum = numbers.reduce((total, number) => total + number, 0);
  return Math.round((sum / numbers.length) * 1e9) / 1e9;
}

function split<Item>(items: readonly Item[], belongs: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}
