import { beforeAll, describe, expect, it } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import {
  DEFAULT_SETTINGS,
  LEVELS,
  answerContracts,
  overrideSettings,
  type AgentAnswer,
  type FailedSql,
  type GeneratorPayload,
  type Level,
  type Moment,
  type Settings,
} from '@assay/contracts';
import { decideAfterReview, decideCase, planGeneration, planTests, type VerdictRow } from '@assay/decision';
import { PromptLibrary, type CandidateVariables, type ContextVariables, type TestVariables } from '@assay/llm/prompts';
import { DEMO_MODELS } from '@assay/runtime';
import { DEMO_DATABASE } from './database/demo-database.js';
import { isDemoQuestion } from './demo-questions.js';
import { DemoModel } from './model/demo-model.js';
import { ScriptLookup } from './model/script-lookup.js';
import type { DemoScript } from './questions/demo-script.js';
import { demoScripts } from './questions/scripts.js';

class Walk {
  readonly steps: string[] = [];
  readonly winners: string[] = [];
  private readonly model = new DemoModel();
  private readonly lookup: ScriptLookup;
  private readonly settings: Settings;
  private readonly context: ContextVariables;
  private readonly failed: FailedSql[] = [];

  constructor(
    private readonly script: DemoScript,
    private readonly prompts: PromptLibrary,
    private readonly seed: number,
  ) {
    this.lookup = new ScriptLookup(script);
    this.settings = overrideSettings(DEFAULT_SETTINGS, script.settings).settings;
    this.context = {
      question: script.question,
      dialectName: 'PostgreSQL',
      dialectFacts: [],
      directives: null,
      evidence: script.evidence,
      goldSqls: [],
      earlier: [],
      foundValues: [],
      fence: 'feed0123beef4567',
      stableFence: 'cafe0123babe4567',
    };
  }

  run(from: Level = 'BASIC'): this {
    for (const level of LEVELS.slice(LEVELS.indexOf(from))) {
      if (this.attempt(level)) return this;
      this.steps.push(level === 'EXPERT' ? 'FAILED' : 'escalation');
    }
    return this;
  }

  private attempt(level: Level): boolean {
    const early = this.tests('precompute', level, []);
    const candidates = this.candidates(
      level,
      early.filter(({ evidenceCritical }) => evidenceCritical),
    );
    if (candidates.size === 0) {
      this.steps.push('no SQL');
      return false;
    }
    const shown = [...candidates.values()].map((sql, index) => candidate(index + 1, sql));
    const all = this.judged([...early, ...this.tests('evaluation', level, shown)], level);
    const tests = this.settings.verdicts === 'weighed' ? this.tried(all, shown, level) : all;
    const rows = [...candidates.entries()].map(([name, sql]) => this.evaluate(name, sql, tests, level));
    const decision = decideCase({ tests: tests.length, rows }, this.settings.passThreshold);
    this.steps.push(String(decision.case));
    if (decision.case === 'A' || decision.case === 'B') return this.won(decision.passers);
    if (decision.case === 'C') {
      const reviewed = decision.contenders.map((name) => this.review(name, rows, tests, level));
      const after = decideAfterReview({ tests: tests.length, rows: reviewed });
      this.steps.push(String(after.case));
      if (after.case === 'A' || after.case === 'B') return this.won(after.passers);
    }
    for (const [, sql] of candidates) {
      this.failed.push({ level, sql, passRate: 50, failedTests: [{ test: 'a test', reason: 'a reason' }] });
    }
    return false;
  }

  private won(winners: readonly string[]): true {
    this.winners.push(...winners);
    return true;
  }

  private candidates(level: Level, critical: TestVariables[]): Map<string, string> {
    const valid = new Map<string, string>();
    for (const job of planGeneration(this.settings, this.seed, LEVELS.indexOf(level) + 1)) {
      let report: string | null = null;
      for (let attempt = 0; attempt <= this.settings.candidateRetries; attempt += 1) {
        const sql = this.generate(job, critical, level, report);
        const name = this.lookup.nameOf(sql) ?? 'refusal';
        if (this.lookup.sql(name).validity === 'valid' && !this.contradicts(name, sql, critical, level)) {
          if (!valid.has(name)) valid.set(name, sql);
          break;
        }
        report = `SCHEMA_ERROR, attempt ${attempt + 1}. Your SQL was:\n${sql}\nThe tables are: book, author.`;
      }
    }
    return valid;
  }

  private generate(
    job: GeneratorPayload,
    critical: TestVariables[],
    level: Level,
    retryMessage: string | null,
  ): string {
    const escalation = this.failed.length === 0 ? null : { failedSqls: this.failed };
    const variables = {
      ...this.question,
      strategy: job.strategy,
      evidenceCriticalTests: critical,
      escalation,
      retryMessage,
    };
    const { user } = this.prompts.render('generator', variables);
    return this.ask('sql_candidate', 'generator', user, level, job.temperature).sql;
  }

  private contradicts(name: string, sql: string, critical: TestVariables[], level: Level): boolean {
    const isChecked = this.settings.verdicts === 'final' && critical.length > 0;
    return isChecked && this.evaluate(name, sql, critical, level).verdicts.includes('FAIL');
  }

  private tests(moment: Moment, level: Level, candidates: CandidateVariables[]): TestVariables[] {
    return planTests(this.settings.testBatches, 'final').flatMap(({ temperature }) => {
      const variables = { ...this.question, moment, candidates, escalation: null };
      const { user } = this.prompts.render('test-generator', variables);
      const { tests } = this.ask('test_suite', 'test-generator', user, level, temperature);
      return tests.map((test, index) => ({ ...test, number: index + 1 }));
    });
  }

  private judged(tests: readonly TestVariables[], level: Level): TestVariables[] {
    const distinct = numbered([...new Map(tests.map((test) => [test.statement.toLowerCase(), test])).values()]);
    if (distinct.length < this.settings.reduceTests.minTests) return distinct;
    const variables = { context: this.context, tests: distinct, likelyDuplicates: [], previousProblem: null };
    const { user } = this.prompts.render('test-reducer', variables);
    const { groups } = this.ask('reduced_tests', 'test-reducer', user, level, 0);
    const named = groups.flatMap(({ keep, duplicates }) => [keep, ...duplicates]).sort((left, right) => left - right);
    expect(named).toEqual(distinct.map(({ number }) => number));
    return numbered(distinct.filter(({ number }) => groups.some(({ keep }) => keep === number)));
  }

  /** Tests without those found mistaken. */
  private tried(tests: TestVariables[], candidates: CandidateVariables[], level: Level): TestVariables[] {
    const contested = tests.flatMap(({ number }) => {
      const objections = candidates
        .filter(({ sql }) => this.judge(sql, tests, level).notDemanded.includes(number))
        .map((objector) => ({ sql: objector.number, reason: 'nobody asks for it' }));
      return objections.length === 0 ? [] : [{ number, by: 'objection' as const, objections }];
    });
    if (contested.length === 0) return tests;
    this.steps.push('trial');
    const { user } = this.prompts.render('trial', { ...this.question, tests, candidates, contested });
    const { decisions } = this.ask('trial', 'supervisor', user, level, 0.2);
    expect(decisions.map(({ test }) => test)).toEqual(contested.map(({ number }) => number));
    const mistaken = new Set(decisions.filter(({ decision }) => decision === 'mistaken').map(({ test }) => test));
    return numbered(tests.filter(({ number }) => !mistaken.has(number)));
  }

  private evaluate(name: string, sql: string, tests: TestVariables[], level: Level): VerdictRow {
    const { verdicts } = this.judge(sql, tests, level);
    expect(verdicts.map(({ test }) => test)).toEqual(tests.map(({ number }) => number));
    return { candidate: name, verdicts: verdicts.map(({ verdict }) => (verdict === 'OK' ? 'PASS' : 'FAIL')) };
  }

  private judge(sql: string, tests: TestVariables[], level: Level): AgentAnswer<'verdicts'> {
    const variables = { ...this.question, tests, candidate: candidate(1, sql), reask: false };
    const { user } = this.prompts.render('evaluator', variables);
    return this.ask('verdicts', 'evaluator', user, level, 0.2);
  }

  private review(name: string, rows: VerdictRow[], tests: TestVariables[], level: Level): VerdictRow {
    const verdicts = rows.find((row) => row.candidate === name)?.verdicts ?? [];
    const failed = tests
      .filter((_, index) => verdicts[index] === 'FAIL')
      .map(({ number }) => ({ number, reason: 'no' }));
    const sql = this.lookup.sql(name).sql;
    const variables = { ...this.question, tests, candidate: candidate(1, sql), failed, reask: false };
    const { user } = this.prompts.render('supervisor', variables);
    const { reviews } = this.ask('review', 'supervisor', user, level, 0.2);
    expect(reviews.map(({ test }) => test)).toEqual(failed.map(({ number }) => number));
    const cleared = new Set(reviews.filter(({ verdict }) => verdict === 'OK').map(({ test }) => test));
    return { candidate: name, verdicts: verdicts.map((verdict, index) => (cleared.has(index + 1) ? 'PASS' : verdict)) };
  }

  private get question(): { context: ContextVariables; schema: string } {
    return { context: this.context, schema: '# Table: book' };
  }

  private ask<Name extends keyof typeof answerContracts>(
    contract: Name,
    agent: string,
    prompt: string,
    level: Level,
    temperature: number,
  ): AgentAnswer<Name> {
    const answer = this.model.answer({ agent, model: DEMO_MODELS[level], temperature, prompt });
    return answerContracts[contract].parse(answer) as AgentAnswer<Name>;
  }
}

function numbered(tests: readonly TestVariables[]): TestVariables[] {
  return tests.map((test, index) => ({ ...test, number: index + 1 }));
}

function candidate(number: number, sql: string): CandidateVariables {
  return { number, sql, execution: null, rows: null };
}

const EXPECTED_STEPS: Record<DemoScript['walks'], string[]> = {
  A: ['A'],
  B: ['B'],
  'C→A': ['C', 'A'],
  'C→D→escalation': ['C', 'D', 'escalation', 'B'],
  'D→C→D→escalation': ['D', 'escalation', 'C', 'D', 'escalation', 'A'],
  'no SQL→escalation': ['no SQL', 'escalation', 'B'],
  'trial→B': ['trial', 'B'],
  FAILED: ['D', 'escalation', 'D', 'escalation', 'D', 'FAILED'],
};
const SEEDS = Array.from({ length: 12 }, (_, index) => index * 7919 + 1);

describe('the demo questions', () => {
  let prompts: PromptLibrary;
  beforeAll(() => {
    prompts = PromptLibrary.load(fileURLToPath(new URL('../../../../prompts', import.meta.url)));
  });

  it('walk through every case and both escalations', () => {
    const walks = new Set(demoScripts().map(({ walks }) => walks));
    expect([...walks].sort()).toEqual(Object.keys(EXPECTED_STEPS).sort());
    expect(demoScripts().length).toBeGreaterThanOrEqual(8);
  });

  it('leave ten points open', () => {
    const points = demoScripts().flatMap(({ tests }) => tests.filter(({ alternatives }) => alternatives !== undefined));
    expect(points.length).toBeGreaterThanOrEqual(10);
  });

  it('are asked by the gold SQLs, too', () => {
    for (const { question } of DEMO_DATABASE.goldSqls) expect(isDemoQuestion(question)).toBe(true);
  });

  it.each(demoScripts().map((script) => [script.id, script.walks, script] as const))(
    '%s walks %s, whatever the seed',
    (_id, walks, script) => {
      for (const seed of SEEDS) {
        const { steps } = new Walk(script, prompts, seed).run();
        expect({ seed, steps }).toEqual({ seed, steps: EXPECTED_STEPS[walks] });
      }
    },
  );

  it.each(demoScripts().filter(({ choices, walks }) => choices === undefined && walks !== 'FAILED'))(
    '$id is won by right SQLs alone, at every level it may start from',
    (script) => {
      for (const level of LEVELS) {
        const { winners } = new Walk(script, prompts, 42).run(level);
        expect(winners.length).toBeGreaterThan(0);
        expect(winners.filter((name) => script.sqls[name]?.right !== true)).toEqual([]);
      }
    },
  );
});
