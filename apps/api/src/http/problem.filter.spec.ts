import { describe, expect, it } from '@jest/globals';
import { BadRequestException, NotFoundException } from '@nestjs/common';
import { InfrastructureError, PermanentError, RequestProblem } from '@assay/contracts';
import { QueryFailedError } from 'typeorm';
import { problemOf } from './problem.filter.js';

describe('problemOf', () => {
  it('hands a request problem on as it is', () => {
    const problem = new RequestProblem(409, 'NO_WINNER', 'None.');
    expect(problemOf(problem)).toBe(problem);
  });

  it('says that something is unreachable, when to try again, and nothing of where it lives', () => {
    const error = new InfrastructureError('RECORD_UNAVAILABLE', 'connect ECONNREFUSED 10.1.2.3:5432');
    const problem = problemOf(error);
    expect(problem).toMatchObject({ status: 503, code: 'RECORD_UNAVAILABLE', retryAfterSeconds: 5 });
    expect(problem.message).not.toContain('10.1.2.3');
    expect(problemOf(new InfrastructureError('DATABASE_UNREACHABLE', 'x')).message).toMatch(/workspace's database/);
  });

  it.each([
    ['restarts', new QueryFailedError('select 1', [], fault('terminating connection', '57P01'))],
    ['hung up', new QueryFailedError('select 1', [], fault('Connection terminated unexpectedly'))],
    ['cannot be reached', fault('connect ECONNREFUSED 10.1.2.3:5432', 'ECONNREFUSED')],
  ])('knows a record that %s behind a repository', (_case, error) => {
    expect(problemOf(error)).toMatchObject({ status: 503, code: 'RECORD_UNAVAILABLE', retryAfterSeconds: 5 });
  });

  it('says of a database that it is unreachable, or not allowed any more', () => {
    const away = new PermanentError('DATABASE_UNREACHABLE', 'the database cannot be reached: at 10.1.2.3');
    expect(problemOf(away)).toMatchObject({ status: 503, code: 'DATABASE_UNREACHABLE' });
    const busy = problemOf(new PermanentError('TARGET_BUSY', 'busy at 10.1.2.3'));
    expect(busy).toMatchObject({ status: 503, code: 'TARGET_BUSY', retryAfterSeconds: 5 });
    expect(busy.nextSteps.map(({ action }) => action)).toEqual(['retry', 'check-database']);
    for (const code of ['TARGET_HOST_FORBIDDEN', 'ROLE_TOO_POWERFUL']) {
      expect(problemOf(new InfrastructureError(code, '10.1.2.3'))).toMatchObject({ status: 409, code });
    }
  });

  it('refuses what db-sampler does not read', () => {
    for (const code of ['ASKER_REFUSED', 'ASKER_UNSAFE'])
      expect(problemOf(new PermanentError(code, 'why'))).toMatchObject({ status: 403, code, message: 'why' });
  });

  it.each(['REQUEST_UNKNOWN', 'INTERNAL'])('says that db-sampler may be older when it answers %s', (code) => {
    const problem = problemOf(new InfrastructureError(code, 'answerer is not a function'));
    expect(problem).toMatchObject({ status: 503, code, retryAfterSeconds: 5 });
    expect(problem.message).toMatch(/^db-sampler could not do this\. Its release may be older/);
  });

  it('keeps what it does not know to itself', () => {
    for (const error of [
      new Error('password=hunter2'),
      new PermanentError('UNSTORABLE_VALUE', 'hunter2'),
      'hunter2',
      null,
    ]) {
      const problem = problemOf(error);
      expect(problem).toMatchObject({ status: 500, code: 'INTERNAL' });
      expect(problem.message).not.toContain('hunter2');
    }
  });

  it('answers 404 for a path without a route, or one that cannot be decoded', () => {
    expect(problemOf(new NotFoundException())).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(problemOf(new BadRequestException('Failed to decode param'))).toMatchObject({ status: 404 });
  });
});

function fault(message: string, code?: string): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}
