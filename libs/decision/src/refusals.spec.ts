import type { GeneratorInput, Settings } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { agreeableAgents, candidate, invalid, verdicts } from './fixtures/scripted-agents.js';
import { SimulatedQuestion, type Agents } from './fixtures/simulated-question.js';

const SENTENCE = 'There is no table of employees.';
const MODELS = { 'generator BASIC': 'one', 'generator ADVANCED': 'one', 'generator EXPERT': 'one' };

/** @param refusing ordinals by attempt */
function ask(
  refusing: (attempt: number, ordinal: number) => boolean,
  settings: Partial<Settings> = {},
  more: { notInForm?: true } = {},
  agents: Partial<Agents> = {},
) {
  return new SimulatedQuestion(
    { models: MODELS, settings: { verdicts: 'weighed', effort: 'balanced', judge: 'behaviour', ...settings } },
    agreeableAgents({
      generate: ({ ordinal }, { attempt }) =>
        refusing(attempt, ordinal)
          ? { ...invalid('', 'The answer is a refusal.'), canonical: '', refusal: SENTENCE, ...more }
          : candidate('a', { cluster: 'a' }),
      ...agents,
    }),
  );
}

function callsOf(question: SimulatedQuestion): number {
  const free = new Set(['prepare', 'probe']);
  const paid = question.startedStages().filter(({ kind }) => !free.has(kind));
  return paid.reduce((sum, { tasks }) => sum + tasks.length, 0);
}

describe('a question that the generators refuse', () => {
  it('ends in FAILED with the sentence of the refusal, after eight calls at most', () => {
    const question = ask(() => true);
    expect(question.runToEnd()).toMatchObject({ status: 'FAILED', reason: { kind: 'refused', message: SENTENCE } });
    expect(callsOf(question)).toBeLessThanOrEqual(8);
    expect(question.run.attempts).toHaveLength(2);
  });

  it('ends so although one candidate of an attempt answers', () => {
    const question = ask((attempt, ordinal) => attempt > 1 || ordinal !== 2);
    expect(question.runToEnd()).toMatchObject({ status: 'FAILED', reason: { kind: 'refused' } });
    expect(callsOf(question)).toBeLessThanOrEqual(8);
  });

  it('is answered where the next level does not refuse', () => {
    const question = ask((attempt) => attempt === 1);
    expect(['GOLD', 'SILVER']).toContain(question.runToEnd().status);
    expect(question.run.attempts.map(({ reason }) => reason)).toEqual([null, 'NO_SQL']);
  });

  it('leaves an earlier answer as likely as it was where a later level refuses', () => {
    const fails = { evaluate: () => verdicts('it counts cancelled flights') };
    const alone = ask(() => false, { maxLevel: 'BASIC' }, {}, fails).runToEnd();
    const question = ask((attempt) => attempt > 1, {}, {}, fails);
    expect(question.runToEnd()).toMatchObject({ status: 'SILVER', confidence: alone.confidence });
    const refused = question.startedStages().filter(({ kind, attempt }) => kind === 'generate' && attempt === 2);
    expect(refused.map(({ tasks }) => tasks.length)).toEqual([4]);
  });

  it('does not end a bypass: the first valid SQL answers', () => {
    const question = ask((_attempt, ordinal) => ordinal !== 2, { bypassEvaluation: true });
    expect(question.runToEnd()).toMatchObject({ status: 'SILVER', silver: { why: 'untested' } });
  });

  it('counts a refusal as a vote for no answer', () => {
    const sure = ask(() => false).runToEnd().confidence ?? 0;
    const doubted = ask((_attempt, ordinal) => ordinal === 1).runToEnd().confidence ?? 1;
    expect(doubted).toBeLessThan(sure);
  });

  it('is refused in prose by two of them, not by one', () => {
    const prose = { notInForm: true as const };
    const refused = ask(() => true, {}, prose);
    expect(refused.runToEnd()).toMatchObject({ status: 'FAILED', reason: { kind: 'refused', message: SENTENCE } });
    expect(callsOf(refused)).toBeLessThanOrEqual(8);
    const alone = ask((_attempt, ordinal) => ordinal === 1, {}, prose).runToEnd();
    expect(alone.confidence).toBe(ask(() => false, { sqlCandidates: 3 }).runToEnd().confidence);
    const single = ask(() => true, { sqlCandidates: 1, maxLevel: 'BASIC' }, prose);
    expect(single.runToEnd()).toMatchObject({ status: 'ERROR', error: { code: 'ANSWER_NOT_IN_FORM' } });
  });

  it.each([
    [{}, undefined],
    [{ preset: 'seeds' as const }, true],
    [{ verdicts: 'final' as const }, true],
  ])('has refusals retried and evidence checked per candidate with %j: %s', (settings, isPerCandidate) => {
    const question = ask(() => false, settings);
    question.runToEnd();
    const [generation] = question.startedStages().filter(({ kind }) => kind === 'generate');
    expect(generation?.input).toMatchObject({ candidateRetries: 3 });
    const { retryRefusals, checkEvidence } = generation?.input as GeneratorInput;
    expect([retryRefusals, checkEvidence]).toEqual([isPerCandidate, isPerCandidate]);
  });
});
