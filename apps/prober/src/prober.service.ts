import {
  runSuite,
  sharesOf,
  withNeutralLabels,
  withoutValues,
  type InstanceEngine,
  type SuiteInput,
  type SuiteText,
} from '@assay/behaviour';
import {
  toErrorNote,
  type AskedMetric,
  type DatabaseSchema,
  type Examination,
  type ProbeInput,
  type ProbePayload,
  type ProbeResult,
  type ProbedText,
  type QuestionContext,
  type StoredProfile,
} from '@assay/contracts';
import { InjectLogger, type Logger } from '@assay/runtime';
import { guardSql } from '@assay/sql';
import { TaskRuntime, type TaskContext } from '@assay/work';
import { Injectable } from '@nestjs/common';
import { ScratchEngines } from './engines/scratch-engines.js';
import { checkMetrics } from './suite/check-metrics.js';
import { resultOf, unavailable } from './suite/probe-result.js';
import { ProbeClock } from './probe-clock.js';
import { findWitnesses } from './suite/find-witnesses.js';

type ProbeContext = TaskContext<ProbeInput, ProbePayload>;

/** Shares of the time limit, cumulative: instances up to 0.7, witnesses up to 1, metrics up to 1.5. */
const SUITE_SHARE = 0.7;
const METRIC_SHARE = 0.5;
/** Longest wait for an engine, ms; then no task waits for the answer. */
const MOST_WAITED_MS = 10_000;
const ORDINALS_PER_ATTEMPT = 1000;
const ORDINALS_PER_WAVE = 250;

@Injectable()
export class ProberService {
  constructor(
    private readonly work: TaskRuntime,
    private readonly engines: ScratchEngines,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** A missing engine is reported in the result; the question continues. */
  async probe(context: ProbeContext): Promise<ProbeResult> {
    const question = await this.work.blocks.json<QuestionContext>(context.workspace, context.input.context);
    const input = await this.suiteInput(context, question);
    const wantedAt = performance.now();
    try {
      const result = await this.engines.use(question.dialect, async (engine) => {
        const waitedMs = performance.now() - wantedAt;
        return waitedMs > MOST_WAITED_MS
          ? unavailable(context.payload, 'the scratch engines were busy with other questions')
          : this.run(context, { ...input, metrics: question.metrics ?? [] }, engine);
      });
      return result ?? unavailable(context.payload, `there is no scratch engine for ${question.dialect} here`);
    } catch (err) {
      if (context.signal.aborted) throw err;
      this.logger.warn({ err }, 'candidates could not be distinguished');
      return unavailable(context.payload, `this failed: ${toErrorNote(err).message}`);
    }
  }

  private async run(
    context: ProbeContext,
    input: SuiteInput & { metrics: readonly AskedMetric[] },
    engine: InstanceEngine,
  ): Promise<ProbeResult> {
    await engine.open();
    const clock = new ProbeClock();
    const { seconds, attempt } = context.input;
    const isWithin = (share: number) => (): boolean =>
      !context.signal.aborted && clock.isWithin(seconds * 1000 * share);
    const outcome = await runSuite({ ...input, hasBudget: isWithin(SUITE_SHARE) }, engine);
    const witnesses = await findWitnesses(outcome, context.payload, engine, isWithin(1));
    const own = new Set(context.payload.texts.map(({ candidate }) => candidate));
    const held = { ...input, texts: input.texts.filter(({ id }) => own.has(id)), guard: context.input.guard };
    const metrics = await checkMetrics(held, engine, isWithin(1 + METRIC_SHARE));
    const { elapsedMs } = clock;
    return { ...resultOf({ outcome, witnesses, payload: context.payload, attempt, elapsedMs }), ...metrics };
  }

  private async suiteInput(
    { workspace, input, payload }: ProbeContext,
    { schema: shown, snapshot: schemaHash = shown, profile: profileHash, dialect, seed, sendRows }: QuestionContext,
  ): Promise<SuiteInput> {
    const schema = await this.work.blocks.json<DatabaseSchema>(workspace, schemaHash);
    const stored =
      profileHash === undefined ? null : await this.work.blocks.json<StoredProfile>(workspace, profileHash);
    const known = stored?.profile ?? { tables: [] };
    const asked = [...payload.texts, ...payload.earlier];
    const guarded = await Promise.all(asked.map((text) => this.textOf(text, dialect, input)));
    const texts = guarded.filter((text) => text !== null);
    const declared = { schema, profile: sendRows ? known : withoutValues(known) };
    return {
      ...(sendRows
        ? declared
        : withNeutralLabels(
            declared,
            texts.map(({ sql }) => sql),
          )),
      sample: sendRows ? (stored?.rows ?? null) : null,
      seed,
      texts,
      ordered: null,
      shares: sharesOf(input.instances),
      earlier: payload.suite,
      ...(payload.now !== undefined && { now: new Date(payload.now) }),
      firstOrdinal: (input.attempt - 1) * ORDINALS_PER_ATTEMPT + ((input.wave ?? 1) - 1) * ORDINALS_PER_WAVE,
    };
  }

  /** The executed text and its target result; null without a result or if it may not run here. */
  private async textOf(
    { candidate, votes, examination }: ProbedText,
    dialect: QuestionContext['dialect'],
    { guard }: ProbeInput,
  ): Promise<SuiteText | null> {
    const { sql, result } = (await this.work.answers.get(examination)) as Examination;
    const guarded = await guardSql(sql, dialect, { ...guard, catalog: null });
    if (!guarded.allowed || result === null) return null;
    return { id: candidate, sql: guarded.sql, votes, target: { kind: 'rows', result } };
  }
}
