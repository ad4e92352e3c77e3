import { expect, it } from '@jest/globals';
import { ApiProblem } from '@assay/client';
import { REFUSALS, RequestProblem, type RefusalCode } from '@assay/contracts';
import { describeProblem } from './describe-problem.js';

const problem = { type: 'about:blank', title: 'Refused', detail: 'It is refused.', code: 'NAME_TAKEN', status: 409 };

it('advises what the refusal itself says can be done', () => {
  const nextSteps = [{ action: 'edit-question' as const, message: 'Say what is meant.' }];
  expect(describeProblem(new ApiProblem({ ...problem, nextSteps })).advice).toBe('Say what is meant.');
});

it('describes every step that a refusal may name', () => {
  for (const code of Object.keys(REFUSALS) as RefusalCode[]) {
    const refused = new RequestProblem(409, code, 'It is refused.');
    const advice = describeProblem(new ApiProblem({ ...problem, ...refused, code })).advice ?? '';
    expect(refused.nextSteps.filter(({ message }) => !advice.includes(message))).toEqual([]);
    expect(advice).not.toBe('');
  }
});

it('says how long to wait where that is short', () => {
  const nextSteps = [{ action: 'retry' as const, message: 'Wait, and send it again.' }];
  const advice = (retryAfterMs: number): string | null =>
    describeProblem(new ApiProblem({ ...problem, nextSteps }, retryAfterMs)).advice;
  expect(advice(4200)).toBe('Wait, and send it again. Assay asks for 5 s.');
  expect(advice(40_000_000)).toBe('Wait, and send it again.');
});

it('says what the page has for what a program does otherwise', () => {
  const nextSteps = [{ action: 'check-database' as const, message: 'Set acceptPrivileged.' }];
  const refused = new ApiProblem({ ...problem, code: 'ROLE_TOO_POWERFUL', nextSteps });
  expect(describeProblem(refused).advice).toMatch(/tick the box/);
  const errors = [{ field: 'settings.asker', message: 'The role north may use dblink.' }];
  expect(describeProblem(new ApiProblem({ ...problem, code: 'ROLE_TOO_POWERFUL', errors })).advice).not.toMatch(/box/);
  const detail =
    'The role reaches beyond its tables: it may use dblink. Revoke its rights to these, or name each in accept.';
  const reaching = new ApiProblem({ ...problem, code: 'ROLE_TOO_POWERFUL', detail });
  expect(describeProblem(reaching).message).toBe('The role reaches beyond its tables: it may use dblink.');
});

it('advises by the status of answers that are not Assay’s own', () => {
  expect(describeProblem(new ApiProblem({ ...problem, status: 502 })).advice).toMatch(/^Try again in a moment/);
});
