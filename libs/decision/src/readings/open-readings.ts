import type { Id, OpenPoint, Reading } from '@assay/contracts';
import { judgedTests, type JudgedTest } from '../judged-tests/tried-tests.js';
import type { AttemptState, QuestionRun } from '../question-run.js';
import { admittedClasses, type Admitted } from './admitted.js';

/** What somebody said is meant. */
export interface Settled {
  /** Id of the reading test. */
  openPoint: Id;
  /** Id of the alternative. */
  option: string;
}

/** Admitted classes that take the same alternatives on every open point, best first; the first answers for all. */
type Group = [Admitted, ...Admitted[]];

/** How the admissible answers of an attempt differ. */
export class OpenReadings {
  private readonly tests: JudgedTest[];
  private readonly groups: Group[];
  private readonly admitted: Admitted[];

  /** @param winner the candidate that answers as long as nothing else is said; null where there is none */
  constructor(
    private readonly run: QuestionRun,
    readonly attempt: AttemptState,
    private readonly winner: Id | null,
  ) {
    this.admitted = admittedClasses(run, attempt, winner);
    this.tests = judgedTests(run, attempt.ordinal).filter(
      ({ kind, id }) =>
        kind === 'reading' && new Set(this.admitted.flatMap(({ takes }) => takes.get(id) ?? [])).size > 1,
    );
    const byChoice = Map.groupBy(this.admitted, ({ takes }) =>
      JSON.stringify(this.tests.map(({ id }) => takes.get(id) ?? null)),
    );
    this.groups = [...byChoice.values()].map((group) => withFirst(group as Group, winner));
  }

  /** Whether there is anything to choose. */
  get isOpen(): boolean {
    return this.tests.length > 0;
  }

  /** Whether this is an alternative of an open point that an admitted class takes. */
  offers({ openPoint, option }: Settled): boolean {
    return this.isPoint(openPoint) && this.admitted.some(({ takes }) => takes.get(openPoint) === option);
  }

  isPoint(openPoint: Id): boolean {
    return this.tests.some(({ id }) => id === openPoint);
  }

  /**
   * The class that answers where all this is meant: the one that departs from the winner on the fewest points, for whoever
   * settles one says nothing of the others, and of these the best; null where none fits.
   */
  choose(settled: readonly Settled[]): Admitted | null {
    const fitting = this.groups.filter(([{ takes }]) =>
      settled.every(({ openPoint, option }) => !this.isPoint(openPoint) || takes.get(openPoint) === option),
    );
    const departures = fitting.map(([admitted]) => this.departures(admitted));
    return fitting[departures.indexOf(Math.min(...departures))]?.[0] ?? null;
  }

  /** On how many open points a class takes another alternative than the winner; none where there is no winner. */
  private departures({ candidate, takes }: Admitted): number {
    const own = this.groups.flat().find((each) => each.candidate.id === this.winner)?.takes;
    if (own === undefined || candidate.id === this.winner) return 0;
    return this.tests.filter(({ id }) => takes.get(id) !== own.get(id)).length;
  }

  /** How likely the chosen class is right once what does not fit is ruled out: the odds under this condition, 0–1. */
  confidence(chosen: Admitted, settled: readonly Settled[]): number {
    const ruledOut = this.admitted.filter(({ takes }) =>
      settled.some(({ openPoint, option }) => this.isPoint(openPoint) && takes.get(openPoint) !== option),
    );
    const left = 1 - ruledOut.reduce((sum, { probability }) => sum + probability, 0);
    return left <= 0 ? 0 : Math.round(Math.min(1, chosen.probability / left) * 1000) / 1000;
  }

  /** @param settled what is said so far; of each point the last one counts */
  readings(settled: readonly Settled[]): Reading[] {
    const chosen = settled.length === 0 ? this.winner : this.choose(latest(settled))?.candidate.id;
    return this.groups.map((group) => {
      const [{ candidate, takes }] = group;
      const { execution } = candidate;
      return {
        id: candidate.id,
        statement: this.tests.map((test) => meaningOf(test, takes.get(test.id))).join(' '),
        sql: candidate.sql,
        share: Math.min(1, sum(group.map(({ share }) => share))),
        posterior:
          this.run.settings.verdicts === 'final' ? null : Math.min(1, sum(group.map((one) => one.probability))),
        chosen: candidate.id === chosen,
        rowCount: execution === null || execution.truncated ? null : execution.rowCount,
      };
    });
  }

  /** The points as questions; options that fit nothing beside what else is said are not offered. */
  openPoints(settled: readonly Settled[]): OpenPoint[] {
    const said = latest(settled);
    return this.tests.map((test) => {
      const others = said.filter(({ openPoint }) => openPoint !== test.id);
      return {
        id: test.id,
        question: test.tried === null ? test.statement : `Is this meant: ${test.statement}`,
        options: test.alternatives.flatMap(({ id, meaning }) => {
          const leadsTo = this.choose([...others, { openPoint: test.id, option: id }]);
          return leadsTo === null ? [] : [{ id, meaning, reading: leadsTo.candidate.id }];
        }),
        settled: said.find(({ openPoint }) => openPoint === test.id)?.option ?? null,
      };
    });
  }
}

/** Settlements compose, and on the same point the last one replaces the others. */
export function latest(settled: readonly Settled[]): Settled[] {
  return [...new Map(settled.map(({ openPoint, option }) => [openPoint, { openPoint, option }])).values()];
}

function withFirst(group: Group, winner: Id | null): Group {
  const own = group.find(({ candidate }) => candidate.id === winner);
  return own === undefined ? group : [own, ...group.filter((each) => each !== own)];
}

function meaningOf({ alternatives, statement }: JudgedTest, taken: string | undefined): string {
  return alternatives.find(({ id }) => id === taken)?.meaning ?? `None of the given answers to: ${statement}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
