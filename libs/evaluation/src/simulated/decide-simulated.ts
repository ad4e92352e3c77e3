import {
  DEFAULT_SETTINGS,
  hasEnded,
  type ProbePayload,
  type Settings,
  type StageKind,
  type TrialPayload,
} from '@assay/contracts';
import {
  applyCommands,
  nextCommands,
  type Command,
  type OddsWeights,
  type QuestionRun,
  type Reliabilities,
  type StageState,
  type StageTask,
} from '@assay/decision';
import { failedTests, preferred, SIMULATED_TESTS, type SimulatedJudge } from './simulated-judge.js';
import { classesAmong, type SimulatedClass, type SimulatedQuestion, type SimulatedText } from './simulated-pool.js';

/** What a question is decided by. */
export interface SimulatedRules {
  settings: Partial<Settings>;
  odds?: { reliabilities: Reliabilities; weights: OddsWeights };
}

/** How a simulated question ended. */
export interface SimulatedOutcome {
  status: 'GOLD' | 'SILVER' | 'FAILED';
  /** Null for FAILED. */
  answer: SimulatedText | null;
  confidence: number | null;
  /** Everything that was asked for. */
  tasks: TaskCounts;
}

/** How many tasks of each stage were asked for; none where a stage has no entry. */
export type TaskCounts = Partial<Record<StageKind, number>>;

/**
 * Decides a question by the very rules of the coordinator (`nextCommands`): its candidates are the pool's, what judges say
 * is drawn. One verdict a class, whichever of its texts is asked about.
 */
export function decideSimulated(
  question: SimulatedQuestion,
  judge: SimulatedJudge,
  { settings, odds }: SimulatedRules,
): SimulatedOutcome {
  const agents = new SimulatedAgents(question, judge);
  let run = newRun(question, judge.seed, settings, odds);
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
  seed: number,
  settings: Partial<Settings>,
  odds: SimulatedRules['odds'],
): QuestionRun {
  const common = { maxLevel: 'BASIC', allowSilver: true } as const;
  const sqlCandidates = question.candidates.length;
  return {
    id: question.id,
    status: 'QUEUED',
    workspace: question.database,
    question: question.id,
    level: 'BASIC',
    settings: { ...DEFAULT_SETTINGS, ...common, sqlCandidates, ...settings },
    seed,
    hasEvidence: false,
    cancelRequested: false,
    deadlineAt: null,
    wakeAt: null,
    context: null,
    // one level
    ...(odds && { odds: { reliabilities: { BASIC: odds.reliabilities }, weights: odds.weights } }),
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

/** Answers every open task of a run: generators from the pool, judges by their draws. */
class SimulatedAgents {
  private readonly classes: Map<number, SimulatedClass>;
  private readonly texts: Map<string, SimulatedText>;

  constructor(
    private readonly question: SimulatedQuestion,
    private readonly judge: SimulatedJudge,
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
          const text = stage.kind === 'generate' ? (this.question.candidates[task.ordinal - 1] ?? null) : null;
          const duplicateOf = text === null ? null : (firsts.get(text.id) ?? null);
          if (text !== null && duplicateOf === null) firsts.set(text.id, task.id);
          return { ...task, status: 'DONE', elapsedMs: 0, duplicateOf, result: this.answer(stage.kind, task, text) };
        });
        return { ...stage, tasks } as StageState;
      }),
    };
  }

  private answer(kind: StageKind, { payload }: StageTask, text: SimulatedText | null): unknown {
    switch (kind) {
      case 'generate':
        return generated(text);
      case 'probe':
        return this.probed(payload as ProbePayload);
      case 'precompute-tests':
      case 'evaluation-tests':
        return { reasoning: '', tests: TESTS };
      case 'trial':
        return tried(payload as TrialPayload);
      case 'evaluate':
        return this.verdicts((payload as CandidatePayload).candidate.sql);
      case 'supervise':
        return this.reviews(payload as CandidatePayload & { failed: { number: number }[] });
      case 'compare':
        return this.comparison(
          payload as { first: CandidatePayload['candidate']; second: CandidatePayload['candidate'] },
        );
      default:
        return { reasoning: '', groups: null, reasks: 0 };
    }
  }

  /** Texts told apart as instances have told them. */
  private probed({ texts }: ProbePayload): object {
    const classes = [...Map.groupBy(texts, ({ examination }) => this.classOf(examination))];
    const nothing = { unstable: [], unobserved: [], suite: [], witnesses: [], asked: 0, hash: '', elapsedMs: 0 };
    return {
      ...nothing,
      classes: classes.map(([id, own]) => ({ id: `${id}`, candidates: own.map(({ candidate }) => candidate) })),
      unavailable: null,
    };
  }

  private verdicts(sql: string): object {
    const failed = new Set(this.failed(sql));
    const verdicts = TESTS.map((_, index) => ({
      number: index + 1,
      verdict: failed.has(index + 1) ? 'FAIL' : 'PASS',
      reason: '',
    }));
    return { reasoning: '', verdicts, missing: [], extra: [], contradicting: [], reasks: 0 };
  }

  /** One draw a class: the supervisor says what the judge said. */
  private reviews({ failed }: { failed: { number: number }[] }): object {
    const reviews = failed.map(({ number }) => ({ number, verdict: 'FAIL', severity: 'blocking', reason: '' }));
    return { reasoning: '', reviews, missing: [], extra: [], contradicting: [], reasks: 0 };
  }

  private comparison({
    first,
    second,
  }: {
    first: { id: string; sql: string };
    second: { id: string; sql: string };
  }): object {
    const [left, right] = [this.member(first.sql), this.member(second.sql)];
    const winner = preferred(this.judge, this.question.id, [left, right]) === left ? first.id : second.id;
    return { reasoning: '', winner, confidence: 1 };
  }

  private failed(sql: string): number[] {
    const { behaviour, isRight } = this.member(sql);
    return failedTests(this.judge, this.question.id, behaviour, isRight);
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

const TESTS = Array.from({ length: SIMULATED_TESTS }, (_, index) => ({
  id: `test-${index + 1}`,
  statement: `Test ${index + 1}.`,
  evidenceCritical: false,
}));

/** Nobody knows better than the judge: what it holds against a SQL is demanded. */
function tried({ contested }: TrialPayload): object {
  const decisions = contested.map(({ number }) => ({ number, decision: 'demanded', reason: '' }));
  return { reasoning: '', decisions };
}

function generated(text: SimulatedText | null): object {
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
      }
    : {
        ...common,
        sql: text.sql,
        canonical: text.id,
        valid: true,
        // by its SQL it is found again
        examination: text.sql,
        cluster: `${text.cluster}`,
        complexity: text.complexity,
        lastError: null,
      };
}
