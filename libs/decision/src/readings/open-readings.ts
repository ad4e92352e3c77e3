import type { Id, OpenPoint, Reading } from '@assay/contracts';
import { judgedTests, type JudgedTest } from '../judged-tests/tried-tests.js';
import type { AttemptState, QuestionRun } from '../question-run.js';
import { tiePoint, weakPoint, type Settled } from './points.js';
import { tieOf, type Tie } from './tie.js';
import { weakSplitOf, type WeakSplit } from './weak-split.js';
import { admittedClasses, type Admitted } from './admitted.js';

/** Admitted classes with the same alternatives, best first; the first represents them. */
type Group = [Admitted, ...Admitted[]];

/** Differences between the admissible answers of an attempt. */
export class OpenReadings {
  private readonly tests: JudgedTest[];
  private readonly groups: Group[];
  private readonly admitted: Admitted[];

  /** @param winner the answer without settlements; null if none */
  constructor(
    private readonly run: QuestionRun,
    readonly attempt: AttemptState,
    private readonly winner: Id | null,
  ) {
    this.admitted = admittedClasses(run, attempt, winner);
    const open = judgedTests(run, attempt.ordinal).filter(
      ({ kind, id }) =>
        kind === 'reading' && new Set(this.admitted.flatMap(({ takes }) => takes.get(id) ?? [])).size > 1,
    );
    this.tests = [...Map.groupBy(open, ({ id }) => partitionBy(id, this.admitted)).values()].flatMap(
      ([first]) => first ?? [],
    );
    const byChoice = Map.groupBy(this.admitted, ({ takes }) =>
      JSON.stringify(this.tests.map(({ id }) => takes.get(id) ?? null)),
    );
    this.groups = [...byChoice.values()].map((group) => withFirst(group as Group, winner));
  }

  get isOpen(): boolean {
    const answering = this.answering([]);
    return this.tests.length > 0 || this.splitOf(answering) !== null || this.tieWith(answering) !== null;
  }

  /** Whether an admitted class takes this alternative, side of a weak split, or place in a tie. */
  offers({ openPoint, option }: Settled): boolean {
    return (
      this.admitted.some(({ takes }) => takes.get(openPoint) === option) ||
      this.splits(openPoint).some(({ sides }) => sides.some(({ candidate }) => candidate.id === option)) ||
      this.tieAt(openPoint)?.members.some(({ admitted }) => admitted.candidate.id === option) === true
    );
  }

  isPoint(openPoint: Id): boolean {
    return this.isTest(openPoint) || this.splits(openPoint).length > 0 || this.tieAt(openPoint) !== null;
  }

  fits({ candidate, takes }: Admitted, { openPoint, option }: Settled): boolean {
    return this.isTest(openPoint) ? takes.get(openPoint) === option : candidate.id === option;
  }

  /** The class that matches all settlements, resolved to the chosen side of a weak split. */
  choose(settled: readonly Settled[]): Admitted | null {
    const chosen = this.chooseClass(settled);
    const split = this.splitOf(chosen);
    const taken = settled.findLast(({ openPoint }) => openPoint === split?.id)?.option;
    const side = split?.sides.find(({ candidate }) => candidate.id === taken);
    return chosen !== null && side !== undefined ? { ...chosen, candidate: side.candidate } : chosen;
  }

  /**
   * The matching class with the fewest choices that differ from the winner's, because a settlement says nothing about
   * other points; the best among equals.
   */
  private chooseClass(settled: readonly Settled[]): Admitted | null {
    const ties = settled.filter(({ openPoint }) => this.tieAt(openPoint) !== null);
    const fitting = this.groups.filter(
      (group) =>
        this.matchesAll(group[0], settled) && ties.every(({ openPoint }) => this.tieOf(group)?.id === openPoint),
    );
    const differingChoices = fitting.map(([admitted]) => this.differingChoices(admitted));
    const group = fitting[differingChoices.indexOf(Math.min(...differingChoices))];
    return group === undefined ? null : this.taken(group, settled);
  }

  private taken(group: Group, settled: readonly Settled[]): Admitted {
    const tie = this.tieOf(group);
    const option = settled.findLast(({ openPoint }) => openPoint === tie?.id)?.option;
    return tie?.members.find(({ admitted }) => admitted.candidate.id === option)?.admitted ?? group[0];
  }

  /** The answering class: the winner's without settlements; null if none, or it fails a requirement. */
  private answering(choices: readonly Settled[]): Admitted | null {
    const own = this.admitted.find(({ candidate }) => candidate.id === this.winner) ?? null;
    return choices.length === 0 ? own : this.chooseClass(choices);
  }

  private matchesAll({ takes }: Admitted, settled: readonly Settled[]): boolean {
    return settled.every(({ openPoint, option }) => !this.isTest(openPoint) || takes.get(openPoint) === option);
  }

  private isTest(openPoint: Id): boolean {
    return this.tests.some(({ id }) => id === openPoint);
  }

  private tieOf(group: Group): Tie | null {
    const leader = Math.max(0, ...this.admitted.map(({ probability }) => probability));
    return tieOf(this.run, this.attempt.ordinal, group, leader);
  }

  private tieWith(admitted: Admitted | null): Tie | null {
    const group = this.groups.find((each) => admitted !== null && each.includes(admitted));
    return group === undefined ? null : this.tieOf(group);
  }

  private tieAt(openPoint: Id): Tie | null {
    const group = this.groups.find((each) => this.tieOf(each)?.id === openPoint);
    return group === undefined ? null : this.tieOf(group);
  }

  private splitOf(admitted: Admitted | null): WeakSplit | null {
    return admitted && weakSplitOf(this.run, this.attempt.ordinal, admitted.candidate);
  }

  private splits(openPoint: Id): WeakSplit[] {
    if (!this.isOpen) return [];
    return this.groups.flatMap(([first]) => this.splitOf(first) ?? []).filter(({ id }) => id === openPoint);
  }

  /** Open points on which a class differs from the winner; 0 without a winner. */
  private differingChoices({ candidate, takes }: Admitted): number {
    const own = this.groups.flat().find((each) => each.candidate.id === this.winner)?.takes;
    if (own === undefined || candidate.id === this.winner) return 0;
    return this.tests.filter(({ id }) => takes.get(id) !== own.get(id)).length;
  }

  /**
   * Probability of the chosen class given the settlements, 0–1. The odds of excluded classes go to matching ones, not
   * to "none of these".
   */
  confidence(chosen: Admitted, settled: readonly Settled[]): number {
    const oddsOf = (classes: readonly Admitted[]): number => sum(classes.map(({ probability }) => probability));
    const left = oddsOf(this.admitted.filter((each) => this.matchesAll(each, settled) && this.isLeft(each, settled)));
    const odds = left === 0 ? 0 : (oddsOf(this.admitted) * chosen.probability) / left;
    return Math.round(Math.min(1, odds) * 1000) / 1000;
  }

  /** Whether a choice in a tie leaves the class possible. */
  private isLeft({ candidate }: Admitted, settled: readonly Settled[]): boolean {
    return settled.every(({ openPoint, option }) => {
      const members = this.tieAt(openPoint)?.members ?? [];
      return candidate.id === option || !members.some(({ admitted }) => admitted.candidate.id === candidate.id);
    });
  }

  /** @param settled so far; the last one of each point counts */
  readings(settled: readonly Settled[]): Reading[] {
    const chosen = settled.length === 0 ? this.winner : this.choose(latest(settled))?.candidate.id;
    const answering = this.answering(latest(settled));
    return this.groups.flatMap((group) => {
      const [first] = group;
      const meanings = this.tests.map((test) => meaningOf(test, first.takes.get(test.id)));
      const tied = this.tieOf(group)?.members ?? [{ admitted: first, meaning: '' }];
      return tied.flatMap(({ admitted, meaning: difference }) => {
        // Members that are not tied join the first.
        const own =
          admitted === first
            ? group.filter((each) => each === first || !tied.some((one) => one.admitted === each))
            : [admitted];
        const split = admitted === answering ? this.splitOf(admitted) : null;
        const sides = split?.sides ?? [{ candidate: admitted.candidate, meaning: '' }];
        return sides.map(({ candidate, meaning }) =>
          this.readingOf(candidate, [...meanings, difference, meaning], own, candidate.id === chosen),
        );
      });
    });
  }

  private readingOf(
    { id, sql, execution }: Admitted['candidate'],
    meanings: readonly string[],
    own: readonly Admitted[],
    chosen: boolean,
  ): Reading {
    const isFinal = this.run.settings.verdicts === 'final';
    return {
      id,
      statement: meanings.filter((each) => each !== '').join(' '),
      sql,
      // Sides of a weak split are one class with one vote.
      share: Math.min(1, sum(own.map(({ share }) => share))),
      posterior: isFinal ? null : Math.min(1, sum(own.map(({ probability }) => probability))),
      chosen,
      rowCount: execution === null || execution.truncated ? null : execution.rowCount,
    };
  }

  /** Without options that contradict other settlements. */
  openPoints(settled: readonly Settled[]): OpenPoint[] {
    const choices = latest(settled);
    const split = this.splitOf(this.answering(choices));
    const tie = this.tieWith(this.answering(choices));
    return [
      ...this.testPoints(choices),
      ...(tie === null ? [] : [tiePoint(tie, choices)]),
      ...(split === null ? [] : [weakPoint(split, choices)]),
    ];
  }

  private testPoints(choices: readonly Settled[]): OpenPoint[] {
    return this.tests.map((test) => {
      const others = choices.filter(({ openPoint }) => openPoint !== test.id);
      return {
        id: test.id,
        question: test.tried === null ? test.statement : `Is this meant: ${test.statement}`,
        options: test.alternatives.flatMap(({ id, meaning }) => {
          const leadsTo = this.choose([...others, { openPoint: test.id, option: id }]);
          return leadsTo === null ? [] : [{ id, meaning, reading: leadsTo.candidate.id }];
        }),
        settled: choices.find(({ openPoint }) => openPoint === test.id)?.option ?? null,
      };
    });
  }
}

export function latest(settled: readonly Settled[]): Settled[] {
  return [...new Map(settled.map(({ openPoint, option }) => [openPoint, { openPoint, option }])).values()];
}

/** Classes by alternative of a test. Tests with equal partitions ask the same question. */
function partitionBy(test: Id, admitted: readonly Admitted[]): string {
  const taken = admitted.map(({ takes }) => takes.get(test));
  return taken.map((own) => taken.indexOf(own)).join();
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
