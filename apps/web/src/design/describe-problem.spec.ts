import { expect, it } from '@jest/globals';
import { ApiProblem } from '@assay/client';
import { describeProblem } from './describe-problem.js';

const problem = { type: 'about:blank', title: 'Refused', detail: 'It is refused.', code: 'NAME_TAKEN', status: 409 };

it('advises what the refusal itself says can be done', () => {
  const nextSteps = [{ action: 'edit-question' as const, message: 'Say what is meant.' }];
  expect(describeProblem(new ApiProblem({ ...problem, nextSteps })).advice).toBe('Say what is meant.');
});

it('advises by the code where the refusal says nothing', () => {
  expect(describeProblem(new ApiProblem(problem)).advice).toBe('Choose another name.');
});
