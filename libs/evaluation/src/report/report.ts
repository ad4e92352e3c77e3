import type { Answer } from '../answers/answer.js';
import { reliabilityOf, type Prediction, type Reliability } from '../calibration/reliability.js';
import type { SuiteReport } from '../suite/suite-figures.js';
import { rateAmong, rateOf, type Rate } from './rate.js';

export interface ReportSubject {
  dataset: string;
  judge: string;
  systems: string[] | null;
  /** ISO 8601 UTC. */
  finishedAt: string;
  command: string;
  /** Cross-validated predictions; null if it cannot be computed. */
  heldOut: Prediction[] | null;
  /** Results on database variants; null without variants. */
  suite: SuiteReport | null;
}

export interface Report {
  subject: Omit<ReportSubject, 'heldOut' | 'suite'>;
  suite: SuiteReport | null;
  questions: number;
  measures: Measures;
  candidates: CandidateMeasures | null;
  groups: {
    by: 'database' | 'level' | 'case' | 'status';
    rows: { name: string; ex: Rate; confidence: number | null }[];
  }[];
  spending: Spending;
  confidence: { inUse: Reliability; heldOut: Reliability | null };
  /** Lowest confidence first, starting with those without an answer. */
  unsure: Answer[];
  /** Most confident first. */
  wrong: Answer[];
  answers: Answer[];
}

export interface Measures {
  ex: Rate;
  anyColumnOrder: Rate;
  exact: Rate;
}

export interface CandidateMeasures {
  vote: Measures;
  oracle: Rate;
  /** Best first; empty without a pool. */
  systems: { system: string; ex: Rate }[];
}

export interface Spending {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens: number;
  costUsd: number;
  secondsMedian: number;
  secondsP95: number;
  seconds: number;
}

const UNSURE = 0.6;

export function buildReport({ heldOut, suite, ...subject }: ReportSubject, answers: readonly Answer[]): Report {
  const predictions = answers.flatMap(({ confidence, match }) =>
    confidence === null ? [] : [{ confidence, right: match.ex }],
  );
  const byConfidence = [...answers].sort((left, right) => (left.confidence ?? -1) - (right.confidence ?? -1));
  return {
    subject,
    suite,
    questions: answers.length,
    measures: measuresOf(answers.map(({ match }) => match)),
    candidates: candidateMeasures(subject.systems, answers),
    groups: groupsOf(answers),
    spending: spendingOf(answers),
    confidence: { inUse: reliabilityOf(predictions), heldOut: heldOut === null ? null : reliabilityOf(heldOut) },
    unsure: byConfidence.filter(({ confidence }) => confidence === null || confidence < UNSURE),
    wrong: byConfidence.filter(({ sql, match }) => sql !== null && !match.ex).reverse(),
    answers: [...answers],
  };
}

function measuresOf(matches: readonly Answer['match'][]): Measures {
  return {
    ex: rateAmong(matches, ({ ex }) => ex),
    anyColumnOrder: rateAmong(matches, ({ anyColumnOrder }) => anyColumnOrder),
    exact: rateAmong(matches, ({ exact }) => exact),
  };
}

function candidateMeasures(systems: readonly string[] | null, answers: readonly Answer[]): CandidateMeasures | null {
  const candidates = answers.flatMap((answer) => (answer.candidates === null ? [] : [answer.candidates]));
  if (candidates.length === 0) return null;
  const right = new Map<string, number>();
  for (const system of candidates.flatMap(({ rightSystems }) => rightSystems)) {
    right.set(system, (right.get(system) ?? 0) + 1);
  }
  const rates = (systems ?? []).map((system) => ({ system, ex: rateOf(right.get(system) ?? 0, candidates.length) }));
  return {
    vote: measuresOf(candidates.map(({ vote }) => vote)),
    oracle: rateAmong(candidates, ({ oracle }) => oracle),
    systems: rates.sort((left, other) => other.ex.right - left.ex.right),
  };
}

function groupsOf(answers: readonly Answer[]): Report['groups'] {
  const keys = {
    database: (answer: Answer) => answer.database,
    level: (answer: Answer) => answer.level,
    case: (answer: Answer) => answer.case,
    status: (answer: Answer) => answer.status,
  } as const;
  return (Object.keys(keys) as (keyof typeof keys)[]).flatMap((by) => {
    const groups = Map.groupBy(answers, keys[by]);
    const rows = [...groups].flatMap(([name, members]) => (name === null ? [] : [groupOf(name, members)]));
    return rows.length === 0 ? [] : [{ by, rows: rows.sort((left, right) => (left.name < right.name ? -1 : 1)) }];
  });
}

function groupOf(name: string, members: readonly Answer[]): Report['groups'][number]['rows'][number] {
  const confident = members.flatMap(({ confidence }) => confidence ?? []);
  const mean = confident.reduce((sum, confidence) => sum + confidence, 0) / confident.length;
  return { name, ex: rateAmong(members, ({ match }) => match.ex), confidence: confident.length === 0 ? null : mean };
}

function spendingOf(answers: readonly Answer[]): Spending {
  const total = (field: keyof Answer['usage']): number => answers.reduce((sum, { usage }) => sum + usage[field], 0);
  const seconds = answers.map((answer) => answer.seconds).sort((left, right) => left - right);
  const quantile = (share: number): number =>
    seconds[Math.min(seconds.length - 1, Math.floor(share * seconds.length))] ?? 0;
  return {
    calls: total('calls'),
    inputTokens: total('inputTokens'),
    outputTokens: total('outputTokens'),
    cachedInputTokens: total('cachedInputTokens'),
    costUsd: total('costUsd'),
    secondsMedian: quantile(0.5),
    secondsP95: quantile(0.95),
    seconds: seconds.reduce((sum, value) => sum + value, 0),
  };
}
