import { exampleAnswer } from '@assay/llm/prompts';
import type { ModelCall, ModelReply } from '@assay/testing';
import { AgentCall, levelOf, questionOf } from './prompt-view.js';

/** Defaults are good: one SQL, two tests, OK. */
export interface Script {
  /** The statement, or the whole reply. */
  sql?: (call: AgentCall) => string | object;
  /** Statements (`!`: evidence-critical) or whole tests. */
  tests?: (call: AgentCall) => (string | object)[];
  groups?: (call: AgentCall) => ModelReply;
  /** Reason of a KO, or null. */
  judge?: (sql: string, statement: string, call: AgentCall) => string | null;
  /** Replaces `judge`. */
  verdicts?: (call: AgentCall) => ModelReply | Promise<ModelReply>;
  /** Reason of an upheld KO, or null. */
  review?: (sql: string, statement: string, call: AgentCall) => string | null;
  reviews?: (call: AgentCall) => ModelReply;
  /** Default: `demanded`. */
  tried?: (statement: string, call: AgentCall) => { decision: string; reason: string; otherwise?: string };
  choose?: (first: string, second: string, call: AgentCall) => { winner: 'A' | 'B' | 'tie'; confidence: number };
  /** First; undefined passes on. */
  any?: (call: AgentCall) => ModelReply | undefined | Promise<ModelReply | undefined>;
}

/** Never answers. */
export const unanswered = (): Promise<never> => new Promise(() => undefined);

export const GOOD_SQL = 'SELECT count(*) AS customers FROM customer';
export const DEFAULT_TESTS = ['The result counts customers.', 'Every customer is counted once.'];

/** The model of a test file, scripted by question text. */
export class ScriptedCast {
  readonly calls: AgentCall[] = [];
  private readonly scripts = new Map<string, Script>();
  private readonly turns = new Map<string, number>();
  private readonly jobs = new Map<string, Map<string, number>>();

  /** @param scriptOf for questions outside `play` */
  constructor(private readonly scriptOf: (question: string) => Script = () => ({})) {}

  play(question: string, script: Script): void {
    this.scripts.set(question, script);
  }

  callsOf(question: string, agent?: string): AgentCall[] {
    return this.calls.filter(({ call, agent: own }) => call.question === question && (!agent || own === agent));
  }

  readonly handler = async (call: ModelCall): Promise<ModelReply> => {
    const seen = new AgentCall(call, this.turnOf(call), this.jobOf(call));
    this.calls.push(seen);
    const question = questionOf(call.prompt);
    const script = this.scripts.get(question) ?? this.scriptOf(question);
    return (await script.any?.(seen)) ?? answer(script, seen);
  };

  private turnOf({ task, agent }: ModelCall): number {
    const key = `${task} ${agent}`;
    const turn = this.turns.get(key) ?? 0;
    this.turns.set(key, turn + 1);
    return turn;
  }

  private jobOf(call: ModelCall): number {
    const moment = call.agent === 'test-generator' ? /kind="candidate"/.test(call.prompt) : '';
    const key = [call.question, call.agent, levelOf(call), moment].join(' ');
    const jobs = this.jobs.get(key) ?? new Map<string, number>();
    this.jobs.set(key, jobs);
    const job = jobs.get(call.task) ?? jobs.size;
    jobs.set(call.task, job);
    return job;
  }
}

function answer(script: Script, call: AgentCall): ModelReply | Promise<ModelReply> {
  switch (call.agent) {
    case 'generator':
      return candidate(script.sql?.(call) ?? GOOD_SQL);
    case 'test-generator':
      return suite(script.tests?.(call) ?? DEFAULT_TESTS);
    case 'test-reducer':
      return script.groups?.(call) ?? keepAll(call);
    case 'evaluator':
      return script.verdicts?.(call) ?? judged(script, call);
    case 'supervisor':
      return script.reviews?.(call) ?? (call.contestedTests.length > 0 ? tried(script, call) : reviewed(script, call));
    case 'sql-selector':
      return choice(script, call);
    default:
      return exampleOf(call);
  }
}

/** Default: the example of its system prompt. */
function exampleOf({ agent, prompt }: AgentCall): ModelReply {
  const example = exampleAnswer(prompt);
  const unknown = { status: 400, body: { error: { message: `no agent is called ${agent}` } } };
  return example === null ? unknown : (JSON.parse(example) as object);
}

function candidate(sql: string | object): ModelReply {
  return typeof sql === 'string' ? { reasoning: 'scripted', sql } : sql;
}

function suite(statements: (string | object)[]): ModelReply {
  const tests = statements.map((text) =>
    typeof text === 'string' ? { statement: text.replace(/^!/, ''), evidenceCritical: text.startsWith('!') } : text,
  );
  return { reasoning: 'scripted', tests };
}

export function keepAll({ tests }: AgentCall): ModelReply {
  return { reasoning: 'all differ', groups: tests.map(({ number }) => ({ keep: number, duplicates: [] })) };
}

/** A verdict per test, by `judge`. */
export function verdictsOf(
  call: AgentCall,
  judge: NonNullable<Script['judge']> = () => null,
): { test: number; verdict: 'OK' | 'KO'; reason: string }[] {
  const [sql = ''] = call.candidates;
  return call.tests.map(({ number, statement }) => {
    const flaw = judge(sql, statement, call);
    return { test: number, verdict: flaw === null ? 'OK' : 'KO', reason: flaw ?? 'fine' };
  });
}

function judged(script: Script, call: AgentCall): ModelReply {
  return { reasoning: 'read and compared', verdicts: verdictsOf(call, script.judge) };
}

function reviewed({ review = () => null }: Script, call: AgentCall): ModelReply {
  const [sql = ''] = call.candidates;
  return {
    reasoning: 'looked again',
    reviews: call.failedTests.map(({ number, statement }) => {
      const flaw = review(sql, statement, call);
      return flaw === null
        ? { test: number, verdict: 'OK', severity: 'minor', reason: 'not grave' }
        : { test: number, verdict: 'KO', severity: 'blocking', reason: flaw };
    }),
  };
}

function tried({ tried: decide }: Script, call: AgentCall): ModelReply {
  const demanded = { decision: 'demanded', reason: 'the question asks for it' };
  return {
    reasoning: 'tried',
    decisions: call.contestedTests.map(({ number, statement }) => ({
      test: number,
      ...(decide?.(statement, call) ?? demanded),
    })),
  };
}

function choice({ choose }: Script, call: AgentCall): ModelReply {
  const [first = '', second = ''] = call.candidates;
  return { reasoning: 'compared', ...(choose?.(first, second, call) ?? { winner: 'tie', confidence: 0.5 }) };
}
