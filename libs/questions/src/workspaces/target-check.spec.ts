import { describe, expect, it } from '@jest/globals';
import {
  InfrastructureError,
  PermanentError,
  REACHES,
  newId,
  type Asker,
  type DatabaseAnswers,
  type Privileges,
  type RoleReach,
} from '@assay/contracts';
import type { DatabaseCalls } from '@assay/work';
import { checkAsker, checkTarget, roleOfUrl, type Accepted } from './target-check.js';

const READER: Privileges = { superuser: false, canWrite: false, findings: [] };
const SCHEMA: DatabaseAnswers['introspect']['schema'] = { dialect: 'postgres', name: 'd', tables: [] };

const NOTHING = { role: false, reach: [] };

function calls(outcome: Privileges | Error, roleReach: RoleReach[] = []): DatabaseCalls {
  const ask = async (_asker: unknown, request: { kind: string }): Promise<{ task: string; answer: unknown }> => {
    if (!('superuser' in outcome)) throw outcome;
    const answer =
      request.kind === 'check'
        ? { reachable: true, version: '18', privileges: outcome, roleReach }
        : { schema: SCHEMA, privileges: outcome };
    return { task: newId(), answer };
  };
  return { ask } as unknown as DatabaseCalls;
}

describe('checkTarget', () => {
  it('gives the schema and what the role may do', async () => {
    expect(await checkTarget(calls(READER), newId(), NOTHING)).toEqual({ schema: SCHEMA, privileges: READER });
  });

  it.each([
    [{ ...READER, superuser: true, findings: ['is a superuser'] }, /is a superuser/],
    [{ ...READER, canWrite: true, findings: ['may insert into a', 'may update b'] }, /may insert into a; may update b/],
  ])('refuses a role that may do more than read, unless it is accepted', async (privileges, words) => {
    await expect(checkTarget(calls(privileges), newId(), NOTHING)).rejects.toMatchObject({
      status: 422,
      code: 'ROLE_TOO_POWERFUL',
      message: expect.stringMatching(words),
    });
    expect(await checkTarget(calls(privileges), newId(), { role: true, reach: [] })).toMatchObject({ privileges });
  });

  it('refuses what reaches beyond tables until each is accepted by its name', async () => {
    const reach = ['dblink', 'public.pay(integer)'];
    const privileges = { ...READER, findings: ['the role may use the extension dblink'], reach };
    await expect(checkTarget(calls(privileges), newId(), NOTHING)).rejects.toMatchObject({
      status: 422,
      code: 'ROLE_TOO_POWERFUL',
      message: expect.stringContaining('use dblink; use public.pay(integer)'),
    });
    await expect(checkTarget(calls(privileges), newId(), { role: false, reach: ['dblink'] })).rejects.toMatchObject({
      message: expect.stringMatching(/^(?!.*dblink).*public\.pay\(integer\)/),
    });
    expect(await checkTarget(calls(privileges), newId(), { role: false, reach })).toMatchObject({ privileges });
    expect(await checkTarget(calls(privileges), newId(), { role: true, reach: [] })).toMatchObject({ privileges });
  });

  it('says of each what the role may do with it, and names it once', async () => {
    const uses = ['call the extension far', 'use the foreign-data wrapper far'];
    const reaching = calls(
      { ...READER, reach: ['far'] },
      uses.map((words) => ({ role: null, name: 'far', words })),
    );
    await expect(checkTarget(reaching, newId(), NOTHING)).rejects.toMatchObject({
      message: expect.stringContaining(`it may ${uses.join('; ')}. Revoke`),
      errors: [{ field: 'database.url', message: `${REACHES}far` }],
    });
  });

  it('refuses what a role of the setting asker reaches, although the role of the connection is accepted', async () => {
    const reaching = calls(READER, [{ role: 'north', name: 'public.pay()', words: 'run public.pay()' }]);
    const asker: Asker = {
      mode: 'role',
      claims: { role: 'r' },
      roles: ['north'],
      allowFunctions: [],
      allowExtensions: [],
    };
    for (const check of [
      (accepted: Accepted) => checkTarget(reaching, newId(), accepted),
      (accepted: Accepted) => checkAsker(reaching, newId(), asker, accepted),
    ]) {
      await expect(check({ role: true, reach: [] })).rejects.toMatchObject({
        code: 'ROLE_TOO_POWERFUL',
        message: expect.stringContaining('run public.pay() (north)'),
        errors: [{ field: 'settings.asker', message: 'the role north may run public.pay()' }],
      });
      await check({ role: false, reach: ['public.pay()'] });
    }
  });

  it.each([
    ['DATABASE_UNREACHABLE', new PermanentError('DATABASE_UNREACHABLE', 'the database cannot be reached: a reason')],
    ['DATABASE_UNREACHABLE', new InfrastructureError('TARGET_CONNECTION_LOST', 'the connection was lost')],
    ['DATABASE_UNREACHABLE', new DOMException('timed out', 'TimeoutError')],
    ['TARGET_HOST_FORBIDDEN', new PermanentError('TARGET_HOST_FORBIDDEN', 'not allowed')],
  ])('refuses with %s what cannot be reached', async (code, error) => {
    await expect(checkTarget(calls(error), newId(), NOTHING)).rejects.toMatchObject({
      status: 422,
      code,
      errors: [{ field: 'database.url' }],
    });
  });

  it('does not blame the database for our own faults', async () => {
    const fault = new InfrastructureError('DB_SAMPLER_UNAVAILABLE', 'no answer');
    await expect(checkTarget(calls(fault), newId(), NOTHING)).rejects.toBe(fault);
  });
});

describe('roleOfUrl', () => {
  it('names who connects', () => {
    expect(roleOfUrl('postgres', 'postgres://re%40der:x@h/d')).toBe('re@der');
    expect(roleOfUrl('sqlite', 'sqlite:///a/b.sqlite')).toBe('file');
  });

  it('refuses a url without repeating its password', () => {
    expect(() => roleOfUrl('postgres', 'postgres://me:hunter2@h/d?host=x')).toThrow(
      expect.objectContaining({ status: 422, message: expect.not.stringContaining('hunter2') }),
    );
  });

  it('refuses a database whose catalog cannot be read, without the words of the driver', async () => {
    const error = new PermanentError('CATALOG_UNREADABLE', "the database's catalog cannot be read: secret");
    await expect(checkTarget(calls(error), newId(), NOTHING)).rejects.toMatchObject({
      status: 422,
      code: 'DATABASE_UNREACHABLE',
      message: "the database's catalog cannot be read",
    });
  });
});
