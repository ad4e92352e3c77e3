import { isTerminal, LEVELS, type QuestionStatus } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { agreeableAgents, candidate, dead, verdicts } from './fixtures/scripted-agents.js';
import { randomAgents, type AgentTraits } from './fixtures/random-agents.js';
import { SimulatedQuestion, type RunOptions } from './fixtures/simulated-question.js';
import { nextCommands } from './next-commands.js';
import { projectAttempts } from './record/project-attempts.js';
import { seededRandom } from '@assay/contracts/plain';
import { finalJudgements, type Judgement } from './verdicts/judgements.js';

/** A fair executor: any order of ends, late, repeated or extra calls; every task ends. */
interface Play {
  traits: AgentTraits;
  options: RunOptions;
  cancels: boolean;
}

const chance = fc.constantFrom(0, 0.05, 0.2, 0.5, 0.9, 1);
const traits: fc.Arbitrary<AgentTraits> = fc.record({
  seed: fc.nat(),
  dies: fc.constantFrom(0, 0, 0.1, 0.3, 0.8),
  invalid: chance,
  passes: fc.constantFrom(0.2, 0.8, 0.95, 1),
  forgives: chance,
  biased: chance,
  sqls: fc.integer({ min: 1, max: 6 }),
  tests: fc.integer({ min: 0, max: 8 }),
});
const options: fc.Arbitrary<RunOptions> = fc.record({
  level: fc.constantFrom(...LEVELS),
  seed: fc.nat(),
  hasEvidence: fc.boolean(),
  deadlineAt: fc.constantFrom(null, null, null, 500),
  settings: fc.record({
    sqlCandidates: fc.integer({ min: 1, max: 12 }),
    testBatches: fc.integer({ min: 1, max: 6 }),
    passThreshold: fc.constantFrom(0, 50, 90, 100),
    allowSilver: fc.boolean(),
    bypassEvaluation: fc.constantFrom(false, false, false, true),
    effort: fc.constantFrom('economical' as const, 'balanced' as const, 'exhaustive' as const),
    judge: fc.constantFrom('behaviour' as const, 'text' as const),
    verdicts: fc.constantFrom('final' as const, 'weighed' as const),
    stragglers: fc.constantFrom(null, { endedShare: 0.7, medianFactor: 3 }, { endedShare: 0.1, medianFactor: 1 }),
  }),
});
const play: fc.Arbitrary<Play> = fc.record({ traits, options, cancels: fc.constantFrom(false, false, false, true) });

function checkedAdvance(question: SimulatedQuestion): void {
  const before = question.run.status;
  const commands = question.advance();
  expect(JSON.parse(JSON.stringify(commands))).toEqual(commands);
  expect(nextCommands(question.run, question.now)).toEqual([]);
  if (isTerminal(before)) expect(commands).toEqual([]);
  projectAttempts(question.run, () => [[1]]);
}

function playToEnd({ traits: given, options: asked, cancels }: Play): SimulatedQuestion {
  const question = new SimulatedQuestion(asked, randomAgents(given));
  const random = seededRandom(given.seed, 'executor');
  let wanted = true;
  for (let step = 0; !isTerminal(question.run.status); step += 1) {
    if (step > 5000) throw new Error('the question does not end');
    question.now += Math.floor(random() * 20);
    if (cancels && random() < 0.02) question.run.cancelRequested = true;
    const { wakeAt, deadlineAt, cancelRequested } = question.run;
    wanted ||= [wakeAt, deadlineAt].some((at) => at !== null && at <= question.now) || cancelRequested;
    const open = question.openTasks();
    if (open.length === 0 && !wanted) throw new Error('nothing is open, and nobody will look');
    const task = open[Math.floor(random() * open.length)];
    if (wanted && (task === undefined || random() < 0.7)) {
      wanted = false;
      checkedAdvance(question);
    } else if (task !== undefined) {
      wanted = question.end(task) || wanted;
    }
    if (random() < 0.1) checkedAdvance(question);
  }
  checkedAdvance(question);
  return question;
}

function checkEnding(question: SimulatedQuestion): void {
  const { finish, events, run } = question;
  const finished = events.filter(({ type }) => type === 'question-finished');
  expect(finished).toHaveLength(1);
  expect(events.at(-1)).toMatchObject({ type: 'question-finished', status: run.status, level: finish?.level });
  expect(question.openTasks()).toEqual([]);
  expect(run.stages.every(({ status }) => status === 'CLOSED')).toBe(true);
  expect(run.attempts.every(({ finishedAt }) => finishedAt !== null)).toBe(true);
  const count = (type: string): number => events.filter((event) => event.type === type).length;
  expect(count('stage-finished')).toBe(count('stage-started'));
  expect(count('attempt-started')).toBe(run.attempts.length);
  const levels = run.attempts.map(({ level }) => LEVELS.indexOf(level));
  expect(levels).toEqual(levels.map((_, index) => (levels[0] ?? 0) + index));
}

function passesAll({ verdicts }: Judgement): boolean {
  return verdicts.length > 0 && verdicts.every(({ verdict }) => verdict === 'PASS');
}

function checkOutcome({ finish, run }: SimulatedQuestion): void {
  const last = run.attempts.at(-1);
  const answered = run.status === 'GOLD' || run.status === 'SILVER';
  expect(finish?.confidence === null).toBe(!answered);
  expect(finish?.error === null).toBe(run.status !== 'ERROR');
  expect(finish?.result === null).toBe(run.status === 'ERROR' || run.status === 'CANCELLED');
  expect(run.attempts.filter(({ winner }) => winner !== null)).toHaveLength(answered ? 1 : 0);
  if (run.status === 'GOLD') {
    const won = run.attempts.find((attempt) => attempt.winner !== null);
    const winner = finalJudgements(run, won?.ordinal ?? 0).find(({ candidate }) => candidate === won?.winner);
    expect(winner?.verdicts.length).toBeGreaterThan(0);
    expect(winner?.verdicts.every(({ verdict }) => verdict === 'PASS')).toBe(true);
    expect(finish?.result?.sqlList.map(({ failedTests }) => failedTests)).toEqual([[]]);
  }
  if (run.status === 'SILVER') expect(run.settings.allowSilver || run.settings.bypassEvaluation).toBe(true);
  expect(finish?.reason === null).toBe(run.status !== 'FAILED');
  if (run.status !== 'SILVER') expect(finish?.silver).toBeNull();
  if (run.status === 'FAILED') {
    expect(last?.level).toBe(run.settings.maxLevel);
    const passed = run.attempts.flatMap(({ ordinal }) => finalJudgements(run, ordinal));
    if (run.settings.allowSilver) expect(passed.some(passesAll)).toBe(false);
    if (run.settings.verdicts === 'weighed') return;
    const decided = run.attempts.filter((_, index) => run.attempts[index + 1]?.reason !== 'TOO_LITTLE');
    expect(decided.every((attempt) => attempt.case === 'D' || attempt.case === null)).toBe(true);
  }
}

/** The judged candidate fails a tried test; the other's judge gives no form. */
const TRIED_BEFORE_REVIEW = {
  traits: {
    seed: 1389259443,
    dies: 0.3,
    invalid: 0,
    passes: 0.2,
    forgives: 0,
    biased: 0,
    sqls: 3,
    tests: 1,
    talks: true,
  },
  options: {
    level: 'BASIC' as const,
    seed: 0,
    hasEvidence: false,
    deadlineAt: null,
    settings: {
      sqlCandidates: 7,
      testBatches: 1,
      passThreshold: 0,
      allowSilver: false,
      bypassEvaluation: false,
      effort: 'economical' as const,
      judge: 'behaviour' as const,
      verdicts: 'weighed' as const,
      stragglers: null,
    },
  },
  cancels: false as const,
};

describe('a question whose models do not answer in form', () => {
  const talking = fc.record({
    traits: traits.map((given) => ({ ...given, talks: true, tests: given.tests + 1 })),
    options: options.map((given) => ({ ...given, deadlineAt: null })),
    cancels: fc.constant(false),
  });

  it('ends in ERROR after the last level alone, and with final verdicts never in FAILED while a candidate is undecided', () => {
    fc.assert(
      fc.property(talking, (given) => {
        const { run } = playToEnd(given);
        const last = run.attempts.at(-1);
        if (run.status === 'ERROR') expect(last?.level).toBe(run.settings.maxLevel);
        if (run.status !== 'FAILED' || run.settings.verdicts === 'weighed') return;
        const judgements = finalJudgements(run, last?.ordinal ?? 0);
        expect(judgements.every(({ verdicts }) => verdicts.every(({ verdict }) => verdict !== 'UNDECIDED'))).toBe(true);
      }),
      { numRuns: 200, examples: [[TRIED_BEFORE_REVIEW]] },
    );
  });

  it('is answered where the judge talks prose in one of ten calls', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const agents = agreeableAgents({
          generate: (task) => candidate(`select ${task.ordinal}`),
          evaluate: (task, { attempt, input }) => {
            const random = seededRandom(seed, 'prose', attempt, task.ordinal);
            if (random() < 0.1) return dead('ANSWER_NOT_IN_FORM');
            return verdicts(...input.tests.map(() => attempt > 1 || random() < 0.3 || 'no'));
          },
        });
        expect(new SimulatedQuestion({ seed }, agents).runToEnd()).toMatchObject({ status: 'GOLD' });
      }),
      { numRuns: 100 },
    );
  });
});

describe('every question', () => {
  it('ends in one terminal state, question-finished last, whatever its agents and its executor do', () => {
    fc.assert(
      fc.property(play, (given) => {
        const question = playToEnd(given);
        checkEnding(question);
        checkOutcome(question);
      }),
      { numRuns: 300 },
    );
  });

  it('reaches all five outcomes in such plays', () => {
    const seen = new Set<QuestionStatus>();
    for (const given of fc.sample(play, { numRuns: 400, seed: 7 })) seen.add(playToEnd(given).run.status);
    expect([...seen].sort()).toEqual(['CANCELLED', 'ERROR', 'FAILED', 'GOLD', 'SILVER']);
  });

  it('ends the same way when it is played again with the same seeds', () => {
    fc.assert(
      fc.property(play, (given) => {
        const [once, again] = [playToEnd(given), playToEnd(given)];
        expect(again.events).toEqual(once.events);
        expect(again.finish).toEqual(once.finish);
      }),
      { numRuns: 50 },
    );
  });
});
