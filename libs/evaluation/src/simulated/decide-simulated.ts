import {
  hasEnded,
  LEVELS,
  resolveSettings,
  type Level,
  type ProbedText,
  type ProbePayload,
  type SettingsPatch,
  type StageKind,
  type TrialPayload,
} from '@assay/contracts';
import {
  applyCommands,
  nextCommands,
  seededRandom,
  shuffle,
  type Command,
  type OddsWeights,
  type QuestionRun,
  type Reliabilities,
  type StageState,
  type StageTask,
} from '@assay/decision';
import { failedTests, preferred, SIMULATED_TESTS, type SimulatedJudge } from './simulated-judge.js';
import { classesAmong, type SimulatedClass, type SimulatedQuestion, type SimulatedText } from './simulated-pool.js';

export interface SimulatedRules {
  settings: SettingsPatch;
  /** Default: as delivered. */
  odds?: { reliabilities?: Reliabilities[]; weights: OddsWeights };
}

export interface SimulatedOutcome {
  status: 'GOLD' | 'SILVER' | 'FAILED';
  /** Null for FAILED. */
  answer: SimulatedText | null;
  confidence: number | null;
  tasks: TaskCounts;
}

/** Tasks by stage; absent: none. */
export type TaskCounts = Partial<Record<StageKind, number>>;

/**
 * The coordinator's rules with pool candidates and random verdicts, one per class.
 * @param judges per level, lowest first; their number sets the maximum level
 */
export function decideSimulated(
  question: SimulatedQuestion,
  judges: readonly SimulatedJudge[],
  { settings, odds }: SimulatedRules,
): SimulatedOutcome {
  const agents = new SimulatedAgents(question, judges);
  let run = newRun(question, judges, settings, odds);
  for (;;) {
    const commands = nextCommands(run, 0);
    run = applyCommands(run, commands, 0);
    const end = commands.find((command) => command.type === 'finish');
    if (end !== undefined) return outcomeOf(end, run, agents);
    run = commands.at(-1)?.type === 'build-context' ? { ...run, context: 'simulated' } : agents.answerAll(run);
  }
}

function newRun(
  question: SimulatedQuestion,
  judges: readonly SimulatedJudge[],
  settings: SettingsPatch,
  odds: SimulatedRules['odds'],
): QuestionRun {
  const maxLevel = LEVELS[judges.length - 1] ?? 'BASIC';
  const sqlCandidates = question.candidates.length;
  const reliabilities = odds?.reliabilities?.map((own, index) => [LEVELS[index], own] as const);
  return {
    id: question.id,
    status: 'QUEUED',
    workspace: question.database,
    question: question.id,
    level: 'BASIC',
    settings: resolveSettings({ maxLevel, sqlCandidates }, settings),
    seed: judges[0]?.seed ?? 0,
    hasEvidence: false,
    cancelRequested: false,
    deadlineAt: null,
    wakeAt: null,
    context: null,
    ...(odds && {
      odds: {
        weights: odds.weights,
        ...(reliabilities && { reliabilities: Object.fromEntries(reliabilities) as Record<Level, Reliabilities> }),
      },
    }),
    attempts: [],
    stages: [],
  };
}

function outcomeOf(
  end: Extract<Command, { type: 'finish' }>,
  run: QuestionRun,
  agents: SimulatedAgents,
): SimulatedOutcome {
  if (end.status !== 'GOLD' && end.status !== 'SILVER' && end.status !== 'FAILED') {
    throw new Error(`simulated question ${run.id} ended in ${end.status}: ${end.stopReason}`);
  }
  const sql = end.status === 'FAILED' ? undefined : end.result?.sqlList[0]?.sql;
  return {
    status: end.status,
    answer: sql === undefined ? null : agents.textOf(sql),
    confidence: end.confidence,
    tasks: taskCounts(run),
  };
}

function taskCounts({ stages }: QuestionRun): TaskCounts {
  const counts: TaskCounts = {};
  for (const { kind, tasks } of stages) counts[kind] = (counts[kind] ?? 0) + tasks.length;
  return counts;
}

class SimulatedAgents {
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

  /** Same systems, other order. */
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
      case 'evaluation-tests':
        return { reasoning: '', tests: testsOf(attempt) };
      case 'trial':
        return tried(payload as TrialPayload);
      case 'evaluate':
        return this.verdicts(judge, (payload as CandidatePayload).candidate.sql);
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

  private verdicts(judge: SimulatedJudge, sql: string): object {
    const failed = new Set(this.failed(judge, sql));
    const verdicts = Array.from({ length: SIMULATED_TESTS }, (_, index) => ({
      number: index + 1,
      verdict: failed.has(index + 1) ? 'FAIL' : 'PASS',
      reason: '',
    }));
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

function testsOf(attempt: number): { id: string; statement: string; evidenceCritical: boolean }[] {
  return Array.from({ length: SIMULATED_TESTS }, (_, index) => ({
    id: `test-${attempt}-${index + 1}`,
    statement: `Test ${index + 1}.`,
    evidenceCritical: false,
  }));
}

/** Contested tests are demanded. */
function tried({ contested }: TrialPayload): object {
  const decisions = contested.map(({ number }) => ({ number, decision: 'demanded', reason: '' }));
  return { reasoning: '', decisions };
}

function generated(text: SimulatedText | null, refuses: boolean): object {
  const common = { reasoning: '', model: 'pool', retries: [], execution: null };
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
