import { placeText, runSuite, type SuiteOutcome, type SuiteShares, type SuiteText } from '@assay/behaviour';
import { SqliteInstanceEngine } from '@assay/behaviour-engines';
import { canonicalSql } from '@assay/sql';
import type { EvalQuestion } from '../dataset/dataset.js';
import type { TargetQueryRunner } from '../execution/target-query-runner.js';
import type { ExaminedBehaviour, ExaminedQuestion } from './examined-question.js';

export interface ProbeOptions {
  /** Of the instances; metrics are means over seeds. */
  seeds: readonly number[];
  /** Instances per kind; default: the library's. */
  shares?: SuiteShares;
}

/** One question at a time. */
export class BehaviourProbe {
  // Published candidates assume that "text" may be a string.
  private readonly engine = new SqliteInstanceEngine({ doubleQuotedTexts: true });
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly runner: TargetQueryRunner,
    private readonly options: ProbeOptions,
  ) {}

  async examine(examined: ExaminedQuestion, { gold }: EvalQuestion): Promise<ExaminedBehaviour[]> {
    const run = this.last.then(() => this.examineNow(examined, gold));
    this.last = run.catch(() => undefined);
    return run;
  }

  async close(): Promise<void> {
    await this.engine.close();
  }

  private async examineNow(
    { database, texts }: ExaminedQuestion,
    gold: readonly string[],
  ): Promise<ExaminedBehaviour[]> {
    const known = await Promise.all(texts.map(async ({ sql, systems }) => this.text(database, sql, systems.length)));
    const golds = await Promise.all(gold.map(async (sql) => this.text(database, sql, 0)));
    const behaviours: ExaminedBehaviour[] = [];
    for (const seed of this.options.seeds) behaviours.push(await this.probe(database, known, golds, seed));
    return behaviours;
  }

  private async text(database: string, sql: string, votes: number): Promise<SuiteText> {
    const outcome = await this.runner.run(database, sql);
    const { hash } = await canonicalSql(sql, 'sqlite');
    const target = outcome.kind === 'rows' ? outcome : { kind: 'unobserved' as const };
    return { id: hash, sql, votes, target };
  }

  private async probe(
    database: string,
    texts: readonly SuiteText[],
    golds: readonly SuiteText[],
    seed: number,
  ): Promise<ExaminedBehaviour> {
    const { schema, profile, rows } = await this.runner.describe(database);
    const { shares } = this.options;
    const startedAt = performance.now();
    const input = { schema, profile, sample: rows, seed, texts, ordered: null, shares };
    const outcome = await runSuite(input, this.engine);
    const milliseconds = performance.now() - startedAt;
    // Generated without the gold.
    const right = new Set<SuiteOutcome['classes'][number]>();
    for (const gold of golds) {
      const found = await placeText(outcome, gold, schema, this.engine);
      if (found !== null) right.add(found);
    }
    const classes = outcome.classes.map((own) => ({
      texts: own.texts.map(({ id }) => id),
      behavesAsGold: right.has(own),
    }));
    const distinguished = outcome.distinguished.map(({ kind, isWeak }) => ({ kind, isWeak }));
    return { seed, classes, distinguished, instances: outcome.instances.length, milliseconds };
  }
}
