import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EvalQuestion } from '../dataset/dataset.js';
import { eachQuestion } from './each-question.js';
import { Journal } from './journal.js';

interface Entry {
  id: string;
  value: number;
}
const CONFIGURATION = { version: 1 };

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'assay-journal-'))));
afterEach(async () => rm(folder, { recursive: true }));

const open = (fresh = false, configuration: object = CONFIGURATION): Promise<Journal<Entry>> =>
  Journal.open<Entry>(folder, configuration, { fresh });
const questions = Array.from({ length: 6 }, (_, index): EvalQuestion => ({
  id: String(index),
  database: 'x',
  question: '?',
  evidence: [],
  gold: ['select 1'],
}));
const options = { concurrency: 2, signal: new AbortController().signal, onProgress: () => undefined };

describe('the journal', () => {
  it('continues where an evaluation was interrupted, and works no question twice', async () => {
    const worked: string[] = [];
    const work = async ({ id }: EvalQuestion): Promise<Entry> => {
      if (worked.length === 3) throw new Error('interrupted');
      worked.push(id);
      return { id, value: Number(id) * 2 };
    };
    await expect(eachQuestion(questions, await open(), work, options)).rejects.toThrow('interrupted');
    const before = [...worked];
    worked.length = 0;
    const reported: number[] = [];
    const onProgress = (done: number): number => reported.push(done);
    const entries = await eachQuestion(questions, await open(), work, { ...options, onProgress });
    expect(reported[0]).toBe(before.length);
    expect([...before, ...worked].sort()).toEqual(questions.map(({ id }) => id));
    expect(entries.map(({ value }) => value)).toEqual([0, 2, 4, 6, 8, 10]);
  });

  it('forgets the line that an interruption cut, and nothing else', async () => {
    await (await open()).add({ id: '0', value: 1 });
    await appendFile(join(folder, 'questions.jsonl'), '{"id":"1","val');
    const again = await open();
    expect(again.get('1')).toBeUndefined();
    await again.add({ id: '2', value: 3 });
    const third = await open();
    expect([third.size, third.get('0')?.value, third.get('2')?.value]).toEqual([2, 1, 3]);
  });

  it('does not continue an evaluation of another configuration, except with --fresh', async () => {
    await (await open()).add({ id: '0', value: 1 });
    await expect(open(false, { version: 2 })).rejects.toThrow('another evaluation (run.json has "version": 1)');
    expect((await open(true, { version: 2 })).size).toBe(0);
  });
});
