import {
  hasEnded,
  type EvaluatorPayload,
  type ProbedText,
  type ProbePayload,
  type TrialPayload,
} from '@assay/contracts';
import { seededRandom, shuffle } from '@assay/contracts';
import { type QuestionRun, type StageState, type StageTask } from '@assay/decision';
import { failedTests, preferred, SIMULATED_TESTS, type SimulatedJudge } from './simulated-judge.js';
import { classesAmong, type SimulatedClass, type SimulatedQuestion, type SimulatedText } from './simulated-pool.js';

export class SimulatedAgents {
  private readonly classes: Map<number, SimulatedClass>;
  private readonly texts: Map<string, SimulatedText>;

  constructor(
    private readonly question: SimulatedQuestion,
    private readonly judges: readonly SimulatedJudge[],
  ) {
    const { candidates } = question;
    this.classes = new Map(classesAmong(candidates).map((own) => [own.behaviour, own]));
    this.texts = new Map(candidates.flatMap((text) => (text === null ? [] : [[text.sql, text]])));
  }

  textOf(sql: string): SimulatedText | null {
    return this.texts.get(sql) ?? null;
  }

  answerAll(run: QuestionRun): QuestionRun {
    return {
      ...run,
      stages: run.stages.map((stage) => {
        const firsts = new Map<string, string>();
        const tasks = (stage.tasks as StageTask[]).map((task) => {
          if (hasEnded(task.status)) return task;
          const text = stage.kind === 'generate' ? this.candidateOf(stage.attempt, task.ordinal) : null;
          const duplicateOf = text === null ? null : (firsts.get(text.id) ?? null);
          if (text !== null && duplicateOf === null) firsts.set(text.id, task.id);
          return { ...task, status: 'DONE', elapsedMs: 0, duplicateOf, result: this.answer(stage, task, text) };
        });
        return { ...stage, tasks } as StageState;
      }),
    };
  }

  /** Higher levels have the same systems in another order. */
  private candidateOf(attempt: number, ordinal: number): SimulatedText | null {
    const { candidates, id } = this.question;
    const own =
      attempt === 1 ? candidates : shuffle(candidates, seededRandom(this.judges[0]?.seed ?? 0, 'level', id, attempt));
    return own[ordinal - 1] ?? null;
  }

  private answer({ kind, attempt }: StageState, { payload }: StageTask, text: SimulatedText | null): unknown {
    const judge = this.judgeOf(attempt);
    switch (kind) {
      case 'generate':
        return generated(text, this.question.refuses === true);
      case 'probe':
        return this.probed(payload as ProbePayload);
      case 'precompute-tests':
        return { reasoning: '', tests: testsOf(attempt, SIMULATED_TESTS) };
      case 'evaluation-tests':
        return { reasoning: '', tests: testsOf(attempt, SIMULATED_TESTS + 1).slice(-1) };
      case 'trial':
        return tried(payload as TrialPayload);
      case 'evaluate':
        return this.verdicts(judge, payload as EvaluatorPayload);
      case 'supervise':
        return this.reviews(payload as CandidatePayload & { failed: { number: number }[] });
      case 'compare':
        return this.comparison(
          judge,
          payload as { first: CandidatePayload['candidate']; second: CandidatePayload['candidate'] },
        );
      default:
        return { reasoning: '', groups: null, reasks: 0 };
    }
  }

  private judgeOf(attempt: number): SimulatedJudge {
    const judge = this.judges[attempt - 1];
    if (judge === undefined) throw new RangeError(`there is no judge for attempt ${attempt}`);
    return judge;
  }

  private probed({ texts, earlier }: ProbePayload): object {
    const classes = [...Map.groupBy([...texts, ...earlier], ({ examination }) => this.classOf(examination))];
    const idOf = (own: readonly ProbedText[]): string | undefined => own.find((text) => text.behaviour)?.behaviour;
    const nothing = { unstable: [], unobserved: [], suite: [], witnesses: [], asked: 0, hash: '', elapsedMs: 0 };
    return {
      ...nothing,
      classes: classes.map(([id, own]) => ({
        id: idOf(own) ?? `class ${id}`,
        candidates: own.map(({ candidate }) => candidate),
      })),
      unavailable: null,
    };
  }

  private verdicts(judge: SimulatedJudge, { candidate, tests }: EvaluatorPayload): object {
    if (tests === undefined) throw new Error('an evaluation names its tests');
    const failed = new Set(this.failed(judge, candidate.sql));
    const verdicts = tests.map((number) => ({ number, verdict: failed.has(number) ? 'FAIL' : 'PASS', reason: '' }));
    return { reasoning: '', verdicts, missing: [], extra: [], contradicting: [], reasks: 0 };
  }

  /** The supervisor repeats the judge. */
  private reviews({ failed }: { failed: { number: number }[] }): object {
    const reviews = failed.map(({ number }) => ({ number, verdict: 'FAIL', severity: 'blocking', reason: '' }));
    return { reasoning: '', reviews, missing: [], extra: [], contradicting: [], reasks: 0 };
  }

  private comparison(
    judge: SimulatedJudge,
    { first, second }: { first: CandidatePayload['candidate']; second: CandidatePayload['candidate'] },
  ): object {
    const [left, right] = [this.member(first.sql), this.member(second.sql)];
    const winner = preferred(judge, this.question.id, [left, right]) === left ? first.id : second.id;
    return { reasoning: '', winner, confidence: 1 };
  }

  private failed(judge: SimulatedJudge, sql: string): number[] {
    const { behaviour, isRight } = this.member(sql);
    return failedTests(judge, this.question.id, behaviour, isRight);
  }

  private member(sql: string): { behaviour: number; isRight: boolean } {
    const behaviour = this.classOf(sql);
    return { behaviour, isRight: this.classes.get(behaviour)?.representative.suite === true };
  }

  private classOf(sql: string): number {
    return this.texts.get(sql)?.behaviour ?? -1;
  }
}

interface CandidatePayload {
  candidate: { id: string; sql: string };
}

/** The second moment adds a test that all pass: it costs calls and leaves the verdicts. */
function testsOf(attempt: number, count: number): { id: string; statement: string; evidenceCritical: boolean }[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `test-${attempt}-${index + 1}`,
    statement: `Test ${index + 1}.`,
    evidenceCritical: false,
  }));
}

function tried({ contested }: TrialPayload): object {
  const decisions = contested.map(({ number }) => ({ number, decision: 'demanded', reason: '' }));
  return { reasoning: '', decisions };
}

function generated(text: SimulatedText | null, refuses: boolean): object {
  const common = { reasoning: '', model: text?.model ?? '', retries: [], execution: null };
  return text === null
    ? {
        ...common,
        examination: null,
        sql: '',
        canonical: '',
        valid: false,
        cluster: null,
        complexity: 0,
        lastError: 'returned nothing',
        ...(refuses && { refusal: 'It cannot be answered.' }),
      }
    : {
        ...common,
        sql: text.sql,
        canonical: text.id,
        valid: true,
        // The SQL serves as the key.
        examination: text.sql,
        cluster: `result ${text.cluster}`,
        complexity: text.complexity,
        lastError: null,
      };
}
