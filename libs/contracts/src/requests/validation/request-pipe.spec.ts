import { describe, expect, it } from '@jest/globals';
import { RequestProblem, type FieldProblem } from '../../index.js';
import { IsIn } from 'class-validator';
import { IsText } from '../checks/is-text.js';
import { Omissible } from '../checks/omissible.js';
import { Nested } from '../checks/nested.js';
import { IsEvidence } from '../checks/is-evidence.js';
import { PageQuery } from '../page-query.js';
import { parseRequest, RequestPipe } from './request-pipe.js';

class Inner {
  @IsIn(['LOW', 'HIGH'])
  level!: string;
}

class Outer {
  @IsText({ min: 2 })
  name!: string;

  @IsEvidence()
  @Omissible()
  tags?: string[];

  @Nested(() => Inner)
  @Omissible()
  nested?: Inner;
}

async function problemsOf(body: unknown): Promise<FieldProblem[]> {
  try {
    await parseRequest(Outer, body);
  } catch (error) {
    if (error instanceof RequestProblem) return error.errors;
    throw error;
  }
  return [];
}

const fieldsOf = async (body: unknown): Promise<string[]> => (await problemsOf(body)).map(({ field }) => field).sort();

describe('parseRequest', () => {
  it('gives back what is right, with text that can be stored', async () => {
    expect(await parseRequest(Outer, { name: 'a\0b' })).toEqual({ name: 'a\ufffdb' });
  });

  it('names every field that is wrong, at once', async () => {
    const body = { name: 'x', tags: ['a', 1], nested: { level: 'MID', more: 1 }, extra: true };
    expect(await fieldsOf(body)).toEqual(['extra', 'name', 'nested.level', 'nested.more', 'tags.1']);
  });

  it('says that a field is missing, unknown, or what is expected of it', async () => {
    expect(await problemsOf({})).toEqual([{ field: 'name', message: 'is required' }]);
    expect(await problemsOf({ name: 'ok', other: 1 })).toEqual([{ field: 'other', message: 'is not a known field' }]);
    expect(await problemsOf({ name: null })).toEqual([{ field: 'name', message: 'expected a text' }]);
    expect(await problemsOf({ name: 'ok', tags: 'a' })).toEqual([{ field: 'tags', message: 'must be an array' }]);
  });

  it('names a field once, whatever validators begin with', async () => {
    expect(await problemsOf({ name: 'ok', nested: { level: 'MID' } })).toEqual([
      { field: 'nested.level', message: 'must be one of the following values: LOW, HIGH' },
    ]);
  });

  it('refuses what is nested deeply, by its field', async () => {
    const deep = JSON.parse('[{"a":'.repeat(100_000) + '1' + '}]'.repeat(100_000)) as unknown;
    expect(await problemsOf({ name: 'ok', nested: deep })).toEqual([
      { field: 'nested', message: 'must have at most 100 levels' },
    ]);
  });

  it('takes neither null nor a list for an object', async () => {
    for (const nested of [null, [], [{ level: 'LOW' }], 'x', 5])
      expect(await fieldsOf({ name: 'ok', nested })).toEqual(['nested']);
  });

  it('knows no field by a name that every object has', async () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      const body: unknown = JSON.parse(
        `{"name":"ok","${name}":{"constructor":1},"nested":{"level":"LOW","${name}":1}}`,
      );
      expect(await fieldsOf(body)).toEqual([name, `nested.${name}`].sort());
    }
  });

  it.each([undefined, null, 7, 'text', []])('blames the body for being %j', async (body) => {
    if (body !== undefined) expect(await fieldsOf(body)).toEqual(['body']);
    const pipe = new RequestPipe().transform(body, { type: 'query', metatype: Outer });
    await expect(pipe).rejects.toMatchObject({ status: 422, errors: [{ field: 'body' }] });
  });

  it('reads numbers of a query from their text, and passes over what it does not know', async () => {
    expect(await parseRequest(PageQuery, {})).toEqual({ limit: 50 });
    expect(await parseRequest(PageQuery, { limit: '7', other: 'x' })).toEqual({ limit: 7 });
    for (const limit of ['0', '201', 'many', '1.5', '', ['5', '6']])
      await expect(parseRequest(PageQuery, { limit })).rejects.toMatchObject({ errors: [{ field: 'limit' }] });
  });
});
