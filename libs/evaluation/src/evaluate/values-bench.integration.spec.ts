import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { makeTinyDataset } from '../fixtures/tiny-dataset.js';

const BENCH = resolve(import.meta.dirname, '../../../../bench/values/main.mjs');
/** The first names its value, the second paraphrases it, the third writes it otherwise. */
const QUESTIONS = ['Who lives in Rome?', 'Who lives in the capital of Italy?', 'Who lives in rome?'];

let folder: string;
beforeAll(async () => {
  ({ folder } = await makeTinyDataset());
  const gold = "SELECT name FROM member WHERE city = 'Rome'";
  const questions = QUESTIONS.map((question, index) => ({ question_id: index, db_id: 'club', question, gold }));
  await writeFile(join(folder, 'questions.json'), JSON.stringify(questions));
  await rm(join(folder, 'databases', 'shop.sqlite'));
  await cp(join(folder, 'databases'), join(folder, 'variants', 'club'), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true }));

it('measures what answers lose without shared values', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [BENCH, folder, join(folder, 'variants')]);
  expect(stdout).toContain('shared: 3 of 3 needed texts');
  expect(stdout).toContain('withheld: 2 of 3 needed texts');
  expect(stdout).toContain('nothing looked up: 1 of 3 needed texts');
  expect(stdout).toContain(
    'of 3: shared 3 (100.0 %), without profile 3 (100.0 %), withheld 2 (66.7 %), nothing looked up 1 (33.3 %)',
  );
});
