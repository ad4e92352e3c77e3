import type { InstanceKind } from '@assay/contracts';
import type { ExaminedQuestion, ExaminedText } from '../pool/examined-question.js';
import { textsByBehaviour, textsByResult, type TextCluster } from '../selection/by-behaviour.js';
import type { TextChooser } from '../selection/choose-text.js';
import { voteOf } from '../selection/vote.js';
import { systemFamilies } from './system-families.js';

/** By question id: texts correct on the database and all variants. */
export type RightTexts = ReadonlyMap<string, ReadonlySet<string>>;

/** Correct answers, means over seeds. */
export interface SuiteRow {
  name: string;
  ex: number;
  suite: number;
}

/** What generated instances distinguish. Means over seeds; milliseconds are of all runs together. */
export interface DistinguishedFigures {
  /** Pairs of texts with equal results on the target, of which one is correct. */
  pairs: number;
  separated: number;
  /** Questions whose correct texts fall into several classes. */
  splitQuestions: number;
  textsPerQuestion: number;
  resultsPerQuestion: number;
  classesPerQuestion: number;
  instancesPerQuestion: number;
  /** Instances that split a class, by kind; `weak`: those that break regularities. */
  distinguished: { kind: InstanceKind; strong: number; weak: number }[];
  millisecondsMedian: number;
  millisecondsP95: number;
}

export interface SuiteReport {
  questions: number;
  seeds: number[];
  rows: SuiteRow[];
  apart: DistinguishedFigures | null;
  families: { name: string; systems: string[]; rows: SuiteRow[] }[];
}

const CHOOSERS: TextChooser[] = ['simplest', 'frequent', 'typical'];

export function suiteReport(
  examined: readonly ExaminedQuestion[],
  right: RightTexts,
  answers: readonly (readonly (string | null)[])[],
): SuiteReport {
  const seeds = examined[0]?.behaviours.map(({ seed }) => seed) ?? [];
  const counter = new Counter(right);
  return {
    questions: examined.length,
    seeds,
    rows: [...counter.votes(examined, seeds.length), counter.answers(examined, answers)],
    apart: seeds.length === 0 ? null : distinguishedFigures(examined, right),
    families: systemFamilies(systemsOf(examined)).map(({ name, systems }) => {
      const own = examined.map((question) => restricted(question, new Set(systems)));
      return { name, systems, rows: counter.votes(own, seeds.length) };
    }),
  };
}

function systemsOf(examined: readonly ExaminedQuestion[]): string[] {
  return [...new Set(examined.flatMap(({ texts }) => texts.flatMap(({ systems }) => systems)))];
}

/** The question with these systems alone; behaviour classes stay as observed. */
function restricted(question: ExaminedQuestion, systems: ReadonlySet<string>): ExaminedQuestion {
  const keep = <Item extends { systems: string[] }>(item: Item): Item => ({
    ...item,
    systems: item.systems.filter((system) => systems.has(system)),
  });
  const texts = question.texts.map(keep).filter((text) => text.systems.length > 0);
  return { ...question, texts, clusters: question.clusters.map(keep) };
}

class Counter {
  constructor(private readonly right: RightTexts) {}

  votes(examined: readonly ExaminedQuestion[], seeds: number): SuiteRow[] {
    const byResult = CHOOSERS.map((chooser) =>
      this.row(`vote by result, ${chooser} text`, examined, (question) => [winner(textsByResult(question, chooser))]),
    );
    const byBehaviour = CHOOSERS.map((chooser) =>
      this.row(`vote by behaviour, ${chooser} text`, examined, (question) =>
        question.behaviours.map((behaviour) => winner(textsByBehaviour(question, behaviour, chooser))),
      ),
    );
    return [this.bestSingle(examined), ...byResult, ...(seeds > 0 ? byBehaviour : []), ...this.oracles(examined)];
  }

  answers(examined: readonly ExaminedQuestion[], answers: readonly (readonly (string | null)[])[]): SuiteRow {
    return this.row('answers', examined, (question) => {
      const index = examined.indexOf(question);
      return answers.map((bySeed) => question.texts.find(({ sql }) => sql === bySeed[index]));
    });
  }

  private row(
    name: string,
    examined: readonly ExaminedQuestion[],
    choose: (question: ExaminedQuestion) => readonly (ExaminedText | undefined)[],
  ): SuiteRow {
    const row = { name, ex: 0, suite: 0 };
    for (const question of examined) {
      const chosen = choose(question);
      row.ex += shareOf(chosen, (text) => question.clusters[text.cluster]?.match.ex === true);
      row.suite += shareOf(chosen, (text) => this.isRight(question, text));
    }
    return row;
  }

  private isRight({ id }: ExaminedQuestion, { sql }: ExaminedText): boolean {
    return this.right.get(id)?.has(sql) === true;
  }

  private bestSingle(examined: readonly ExaminedQuestion[]): SuiteRow {
    const rows = systemsOf(examined).map((system) =>
      this.row(`best single system`, examined, ({ texts }) => [texts.find(({ systems }) => systems.includes(system))]),
    );
    return {
      name: 'best single system, each by its measure',
      ex: Math.max(0, ...rows.map(({ ex }) => ex)),
      suite: Math.max(0, ...rows.map(({ suite }) => suite)),
    };
  }

  private oracles(examined: readonly ExaminedQuestion[]): SuiteRow[] {
    const anyOf = (name: string, textsOf: (question: ExaminedQuestion) => ExaminedText[]): SuiteRow => {
      const isEx = (question: ExaminedQuestion): boolean =>
        textsOf(question).some(({ cluster }) => question.clusters[cluster]?.match.ex === true);
      const isSuite = (question: ExaminedQuestion): boolean =>
        textsOf(question).some((text) => this.isRight(question, text));
      return { name, ex: examined.filter(isEx).length, suite: examined.filter(isSuite).length };
    };
    const ofWinner = (question: ExaminedQuestion): ExaminedText[] => {
      const won = voteOf(question.clusters);
      return question.texts.filter(({ cluster }) => question.clusters[cluster] === won);
    };
    return [anyOf('oracle within the winning result', ofWinner), anyOf('oracle', ({ texts }) => texts)];
  }
}

function winner(clusters: readonly TextCluster[]): ExaminedText | undefined {
  const won = voteOf(clusters);
  const chosen = clusters.find((cluster) => cluster === won);
  return chosen?.texts.find(({ sql }) => sql === chosen.sql);
}

function shareOf(chosen: readonly (ExaminedText | undefined)[], holds: (text: ExaminedText) => boolean): number {
  return chosen.filter((text) => text !== undefined && holds(text)).length / Math.max(1, chosen.length);
}

function distinguishedFigures(examined: readonly ExaminedQuestion[], right: RightTexts): DistinguishedFigures {
  const all = examined.flatMap((question) => question.behaviours.map((behaviour) => ({ question, behaviour })));
  const seeds = examined[0]?.behaviours.length ?? 1;
  const count = (of: (entry: (typeof all)[number]) => number): number =>
    all.reduce((sum, entry) => sum + of(entry), 0) / seeds;
  const tallies = all.map((entry) => tally(entry.question, entry.behaviour.classes, right.get(entry.question.id)));
  const total = (field: keyof PairTally): number => tallies.reduce((sum, own) => sum + own[field], 0) / seeds;
  const milliseconds = all.map(({ behaviour }) => behaviour.milliseconds).sort((left, other) => left - other);
  const distinguished = all.flatMap(({ behaviour }) => behaviour.distinguished);
  const kinds: InstanceKind[] = ['generated', 'mutated', 'aimed'];
  return {
    pairs: total('pairs'),
    separated: total('separated'),
    splitQuestions: total('split'),
    textsPerQuestion: count(({ question }) => question.texts.length) / examined.length,
    resultsPerQuestion: count(({ question }) => question.clusters.length) / examined.length,
    classesPerQuestion: count(({ behaviour }) => behaviour.classes.length) / examined.length,
    instancesPerQuestion: count(({ behaviour }) => behaviour.instances) / examined.length,
    distinguished: kinds.map((kind) => ({
      kind,
      strong: distinguished.filter((entry) => entry.kind === kind && !entry.isWeak).length / seeds,
      weak: distinguished.filter((entry) => entry.kind === kind && entry.isWeak).length / seeds,
    })),
    millisecondsMedian: milliseconds[Math.floor(milliseconds.length / 2)] ?? 0,
    millisecondsP95: milliseconds[Math.floor(milliseconds.length * 0.95)] ?? 0,
  };
}

interface PairTally {
  pairs: number;
  separated: number;
  split: number;
}

function tally(
  { texts }: ExaminedQuestion,
  classes: readonly { texts: string[] }[],
  right: ReadonlySet<string> = new Set(),
): PairTally {
  const classOf = new Map(classes.flatMap((own, index) => own.texts.map((id) => [id, index] as const)));
  const found = { pairs: 0, separated: 0, split: 0 };
  texts.forEach((text, index) => {
    for (const other of texts.slice(index + 1)) {
      if (text.cluster !== other.cluster || right.has(text.sql) === right.has(other.sql)) continue;
      found.pairs += 1;
      if (classOf.get(text.id) !== classOf.get(other.id)) found.separated += 1;
    }
  });
  const rightClasses = new Set(texts.filter(({ sql }) => right.has(sql)).map(({ id }) => classOf.get(id)));
  found.split = Number(rightClasses.size > 1);
  return found;
}
