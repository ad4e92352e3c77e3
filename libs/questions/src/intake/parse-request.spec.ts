import { describe, expect, it } from '@jest/globals';
import { RequestProblem, type FieldProblem } from '@assay/contracts';
import { z } from 'zod';
import { parseRequest } from './parse-request.js';

const schema = z.strictObject({
  name: z.string().min(2),
  tags: z.array(z.string()).optional(),
  nested: z.strictObject({ level: z.enum(['LOW', 'HIGH']) }).optional(),
});

function problemsOf(body: unknown): FieldProblem[] {
  try {
    parseRequest(schema, body);
  } catch (error) {
    if (error instanceof RequestProblem) return error.errors;
    throw error;
  }
  return [];
}

describe('parseRequest', () => {
  it('gives back what is right, with text that can be stored', () => {
    expect(parseRequest(schema, { name: 'a\0b' })).toEqual({ name: 'a\ufffdb' });
  });

  it('names every field that is wrong, at once', () => {
    const problems = problemsOf({ name: 'x', tags: ['a', 1], nested: { level: 'MID', more: 1 }, extra: true });
    expect(problems.map((problem) => problem.field).sort()).toEqual([
      'extra',
      'name',
      'nested.level',
      'nested.more',
      'tags.1',
    ]);
  });

  it('says that a field is missing, unknown, or what is expected of it', () => {
    expect(problemsOf({})).toEqual([{ field: 'name', message: 'is required' }]);
    expect(problemsOf({ name: 'ok', other: 1 })).toEqual([{ field: 'other', message: 'is not a known field' }]);
    expect(problemsOf({ name: null })).toEqual([{ field: 'name', message: 'expected string, received null' }]);
  });

  it.each([undefined, null, 7, 'text', []])('blames the body for being %j', (body) => {
    expect(problemsOf(body).map((problem) => problem.field)).toEqual(['body']);
  });
});
