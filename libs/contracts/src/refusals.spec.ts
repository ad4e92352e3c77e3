import { describe, expect, it } from '@jest/globals';
import { stepsAfterError } from './error-steps.js';
import { problemSchema } from './answers/problem.js';
import { REFUSALS, type RefusalCode } from './refusals.js';
import { RequestProblem } from './request-problem.js';

const CODES = Object.keys(REFUSALS) as RefusalCode[];

describe('a refusal', () => {
  it.each(CODES)('%s says what may be done, in whole sentences', (code) => {
    const { nextSteps } = new RequestProblem(409, code, 'It is refused.');
    expect(nextSteps.length).toBeGreaterThan(0);
    expect(problemSchema.shape.nextSteps.parse(nextSteps)).toEqual(nextSteps);
    for (const { message } of nextSteps) expect(message).toMatch(/^[A-Z].*\.$/);
  });

  it('says what its thrower knows better', () => {
    const nextSteps = [{ action: 'settle' as const, message: 'Take another option.' }];
    expect(new RequestProblem(409, 'NOT_OPEN', 'It is not open.', { nextSteps }).nextSteps).toEqual(nextSteps);
  });
});

describe('an error', () => {
  it.each<[string, string]>([
    ['MODEL_UNAUTHORIZED', 'OPENAI_API_KEY'],
    ['MODEL_NOT_FOUND', 'ASSAY_MODEL_BASIC'],
    ['MODEL_UNREACHABLE', 'OPENAI_BASE_URL'],
    ['CIRCUIT_OPEN', 'OPENAI_BASE_URL'],
    ['TARGET_HOST_FORBIDDEN', 'ASSAY_TARGET_HOSTS'],
    ['SECRET_UNREADABLE', 'ASSAY_SECRET_KEY'],
    ['TOO_FEW_EVALUATORS', 'why each evaluator gave no scores'],
    ['NEVER_SEEN', 'the operator of Assay'],
    ['BUDGET_EXCEEDED', 'fewer SQLs to write'],
  ])('%s names what to look at', (code, named) => {
    const steps = stepsAfterError({ code });
    expect(steps.map(({ message }) => message).join(' ')).toContain(named);
    expect(steps.map(({ action }) => action)).toContain('retry');
  });

  it.each([
    'MODEL_NOT_CONFIGURED',
    'MODEL_UNAUTHORIZED',
    'MODEL_NOT_FOUND',
    'MODEL_QUOTA_EXHAUSTED',
    'MODEL_RATE_LIMITED',
    'MODEL_UNREACHABLE',
    'MODEL_ANSWER_UNUSABLE',
    'SECRET_UNREADABLE',
    'TARGET_HOST_FORBIDDEN',
  ])('%s says who sets up models and variables', (code) => {
    const texts = stepsAfterError({ code }).map(({ message }) => message);
    expect(texts.filter((text) => /an admin |operator of Assay/i.test(text))).toHaveLength(1);
    for (const text of texts.filter((each) => /[A-Z]+_[A-Z]+/.test(each)))
      expect(text).toMatch(/(?:an admin|operator of Assay) .*[A-Z]+_[A-Z]+/i);
  });
});
