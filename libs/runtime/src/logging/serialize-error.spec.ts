import { InfrastructureError } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.js';
import { serializeError } from './serialize-error.js';

function driverError(): Error {
  const client = { password: 'hunter2', connection: { stream: {} } };
  return Object.assign(new Error('relation "nowhere" does not exist'), {
    code: '42P01',
    severity: 'ERROR',
    detail: 'Key (name)=(Ada Lovelace) already exists.',
    where: "COPY customer, line 1: 'Ada Lovelace'",
    table: 'customer',
    client,
    query: 'select secret',
    parameters: ['Ada Lovelace'],
  });
}

describe('an error in the log', () => {
  it('shows its codes and names, and nothing else that hangs onto it', () => {
    const { stack, ...rest } = serializeError(driverError());
    expect(rest).toEqual({
      type: 'Error',
      message: 'relation "nowhere" does not exist',
      code: '42P01',
      severity: 'ERROR',
      table: 'customer',
    });
    expect(stack).toContain('serialize-error.spec');
  });

  it('shows its causes, by the same list', () => {
    const error = new InfrastructureError('RECORD_UNAVAILABLE', 'away', { cause: driverError() });
    const lines: string[] = [];
    createLogger({ service: 'spec', level: 'info', write: (line) => lines.push(line) }).error({ err: error }, 'broken');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: { code: 'RECORD_UNAVAILABLE', retryable: true, cause: { code: '42P01', table: 'customer' } },
    });
    expect(lines[0]).not.toMatch(/hunter2|Lovelace|select secret/);
  });

  it('shows every error of several, and ends where causes go round in a circle', () => {
    const round = new Error('round');
    round.cause = round;
    const several = new AggregateError([driverError(), round], 'all failed');
    const { errors } = serializeError(several);
    expect(errors?.map(({ message }) => message)).toEqual(['relation "nowhere" does not exist', 'round']);
    expect(JSON.stringify(errors)).not.toContain('hunter2');
  });

  it('takes whatever was thrown', () => {
    expect(serializeError('a text')).toEqual({ type: 'string', message: 'a text' });
    expect(serializeError(null)).toEqual({ type: 'object', message: 'null' });
  });
});
