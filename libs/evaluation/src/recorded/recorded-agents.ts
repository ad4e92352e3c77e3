import {
  hasEnded,
  type CandidateRecord,
  type EvaluatorInput,
  type EvaluatorPayload,
  type Id,
  type ProbePayload,
  type StageKind,
  type TrialPayload,
} from '@assay/contracts';
import type { QuestionRun, StageState, StageTask } from '@assay/decision';
import { RecordedVerdicts, type RecordedQuestion } from './recorded-question.js';

const NOT_RECORDED = { dead: true } as const;

interface Candidate {
  id: Id;
  sql: string;
}

export class RecordedAgents {
  /** Tasks without a recorded answer, by stage. */
  readonly unrecorded = new Map<StageKind, number>();
  private readonly attempt;
  private readonly verdicts;

  constructor({ record }: RecordedQuestion) {
    const [attempt] = record.attempts;
    if (attempt === undefined) throw new RangeError(`question ${record.id} has no recorded attempt`);
    this.attempt = attempt;
    this.verdicts = new RecordedVerdicts(attempt);
  }

  answerAll(run: QuestionRun): QuestionRun {
    return {
      ...run,
      stages: run.stages.map((stage) => {
        const tasks = (stage.tasks as StageTask[]).map((task) =>
          hasEnded(task.status) ? task : this.ended(run, stage, task),
        );
        return { ...stage, tasks } as StageState;
      }),
    };
  }

  classOfSql(sql: string): string | null {
    return this.attempt.candidates.find((candidate) => candidate.valid && candidate.sql === sql)?.behaviour ?? null;
  }

  private ended(run: QuestionRun, { kind }: StageState, task: StageTask): StageTask {
    const answer = this.answer(run, kind, task);
    if (answer !== NOT_RECORDED) {
      const own = kind === 'generate' ? this.attempt.candidates.find(({ ordinal }) => ordinal === task.ordinal) : null;
      const original = own?.duplicateOf ?? null;
      const duplicateOf = original === null ? null : this.taskOf(run, original);
      return { ...task, status: 'DONE', elapsedMs: 0, duplicateOf, result: answer };
    }
    this.unrecorded.set(kind, (this.unrecorded.get(kind) ?? 0) + 1);
    const error = { code: 'ANSWER_NOT_IN_FORM', message: 'The recorded run has no answer to this.' };
    return { ...task, status: 'DEAD', elapsedMs: 0, error };
  }

  private taskOf(run: QuestionRun, candidate: Id): Id | null {
    const ordinal = this.attempt.candidates.find(({ id }) => id === candidate)?.ordinal;
    const tasks = run.stages.flatMap((stage) => (stage.kind === 'generate' ? stage.tasks : []));
    return tasks.find((task) => task.ordinal === ordinal)?.id ?? null;
  }

  private answer(run: QuestionRun, kind: StageKind, task: StageTask): unknown {
    switch (kind) {
      case 'prepare':
        return {};
      case 'generate':
        return generated(this.attempt.candidates.find(({ ordinal }) => ordinal === task.ordinal));
      case 'probe':
        return this.probed(task.payload as ProbePayload);
      case 'precompute-tests':
        return this.tests('precompute', task.ordinal);
      case 'evaluation-tests':
        return this.tests('evaluation', task.ordinal);
      case 'reduce-tests':
        return { reasoning: '', groups: null, reasks: 0 };
      case 'evaluate':
        return this.judged(run, task.payload as EvaluatorPayload);
      case 'trial':
        return this.tried(task.payload as TrialPayload, run);
      case 'supervise':
        return this.reviewed(run, task.payload as { candidate: Candidate; failed: { number: number }[] });
      case 'compare':
        return this.compared(task.payload as { first: Candidate; second: Candidate });
    }
  }

  private probed({ texts }: ProbePayload): object {
    const byClass = Map.groupBy(texts, ({ examination }) => this.classOfSql(examination) ?? examination);
    const classes = [...byClass].map(([id, own]) => ({ id, candidates: own.map(({ candidate }) => candidate) }));
    const bySql = new Map(texts.map(({ candidate, examination }) => [examination, candidate]));
    const sqls = new Map(this.attempt.candidates.map(({ id, sql }) => [id, sql]));
    const witnesses = this.attempt.witnesses.flatMap((witness) => {
      const [a, b] = [witness.a, witness.b].map((id) => bySql.get(sqls.get(id) ?? ''));
      return a === undefined || b === undefined ? [] : [{ ...witness, a, b }];
    });
    const nothing = { unstable: [], unobserved: [], suite: [], asked: 0, hash: '', elapsedMs: 0 };
    return { ...nothing, classes, witnesses, unavailable: null };
  }

  private tests(moment: 'precompute' | 'evaluation', batch: number): unknown {
    const own = this.attempt.tests.filter((test) => test.moment === moment && test.batch === batch);
    if (own.length === 0) return NOT_RECORDED;
    const tests = own.map(({ id, statement, evidenceCritical, kind, alternatives, contested }) => ({
      id,
      statement,
      evidenceCritical,
      ...(kind === 'reading' && contested === null && { alternatives }),
    }));
    return { reasoning: '', tests };
  }

  private judged(run: QuestionRun, { candidate: { sql }, tests }: EvaluatorPayload): unknown {
    const behaviour = this.classOfSql(sql);
    const asked = numberedTests(run).filter(({ number }) => tests?.includes(number) ?? true);
    const verdicts = asked.map(({ id, number }) => {
      const given = behaviour === null ? undefined : this.verdicts.on(behaviour, id, 'evaluator');
      return given === undefined || given.verdict === 'UNDECIDED' ? null : { number, ...given };
    });
    return verdicts.includes(null) ? NOT_RECORDED : { ...NO_PROBLEMS, verdicts };
  }

  private tried({ contested }: TrialPayload, run: QuestionRun): object {
    const ids = new Map(numberedTests(run).map(({ id, number }) => [number, id]));
    const decisions = contested.map(({ number }) => {
      const known = this.attempt.tests.find(({ id }) => id === ids.get(number))?.contested;
      return { number, decision: known?.decision ?? 'demanded', reason: known?.reason ?? 'It was not tried.' };
    });
    return { reasoning: '', decisions };
  }

  private reviewed(
    run: QuestionRun,
    { candidate, failed }: { candidate: Candidate; failed: { number: number }[] },
  ): unknown {
    const behaviour = this.classOfSql(candidate.sql);
    const ids = new Map(numberedTests(run).map(({ id, number }) => [number, id]));
    const reviews = failed.map(({ number }) => {
      const given = this.verdicts.on(behaviour ?? '', ids.get(number) ?? '', 'supervisor');
      return given === undefined ? null : { number, ...given };
    });
    return reviews.includes(null) ? NOT_RECORDED : { ...NO_PROBLEMS, reviews };
  }

  private compared({ first, second }: { first: Candidate; second: Candidate }): unknown {
    const [one, other] = [this.classOfSql(first.sql), this.classOfSql(second.sql)];
    const known = this.attempt.comparisons.find(({ a, b, shownFirst }) => {
      const shownSecond = shownFirst === a ? b : a;
      return this.verdicts.classOf(shownFirst) === one && this.verdicts.classOf(shownSecond) === other;
    });
    if (known === undefined) return NOT_RECORDED;
    const won = known.winner === null ? null : this.verdicts.classOf(known.winner) === one ? first.id : second.id;
    return { reasoning: '', winner: won, confidence: known.confidence };
  }
}

const NO_PROBLEMS = { reasoning: '', missing: [], extra: [], contradicting: [], reasks: 0 };

function numberedTests(run: QuestionRun): EvaluatorInput['tests'] {
  return run.attempts.at(-1)?.tests?.numbered ?? [];
}

function generated(known: CandidateRecord | undefined): unknown {
  if (known === undefined) return NOT_RECORDED;
  const { sql, valid, cluster, complexity, model } = known;
  const canonical = known.duplicateOf ?? known.id;
  const common = { sql, canonical, reasoning: '', model, retries: [], complexity, cluster };
  const end = valid ? { lastError: null, examination: sql } : { lastError: 'It was not valid.', examination: null };
  return { ...common, valid, execution: null, ...end };
}
