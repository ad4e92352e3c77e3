import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CandidatePool, Dataset } from '../dataset/dataset.js';
import { readDataset } from '../dataset/read-dataset.js';
import { readPool } from '../dataset/read-pool.js';
import { TargetQueryRunner } from '../execution/target-query-runner.js';
import { makeTinyDataset } from '../fixtures/tiny-dataset.js';
import { Journal } from '../journal/journal.js';
import type { ExaminedQuestion } from '../pool/examined-question.js';
import { buildReport } from '../report/report.js';
import { answersByVote, examinePool } from './evaluate-pool.js';
import { openDatabases } from './open-databases.js';

let folder: string;
let candidates: string;
let dataset: Dataset;
let pool: CandidatePool;

beforeAll(async () => {
  ({ folder, candidates } = await makeTinyDataset());
  dataset = await readDataset(folder);
  pool = await readPool(candidates, dataset, []);
});
afterAll(async () => rm(folder, { recursive: true }));

async function examine(out: string, given = pool): Promise<ExaminedQuestion[]> {
  const { signal } = new AbortController();
  const { databases } = await openDatabases(dataset, folder);
  const runner = new TargetQueryRunner(databases, signal);
  const journal = await Journal.open<ExaminedQuestion>(join(folder, out), { given: [...given] }, { fresh: false });
  try {
    return await examinePool(dataset, given, runner, journal, {
      concurrency: 2,
      signal,
      onProgress: () => undefined,
      probe: null,
    });
  } finally {
    await runner.close();
  }
}

describe('a pool of candidates', () => {
  it('is put into clusters of equal sets of rows, with what failed and why', async () => {
    const [count, names, rome] = await examine('clusters');
    expect(count?.clusters.map(({ systems, match }) => [systems, match.ex])).toEqual([
      [['a/one', 'a/two'], true],
      [['b/three'], false],
    ]);
    expect(names?.clusters).toHaveLength(1);
    expect(names?.failed).toEqual([{ system: 'b/three', reason: expect.stringContaining('read') }]);
    expect(rome?.failed.map(({ system }) => system)).toEqual(['a/two']);
  });

  it('is answered by the vote: of equal clusters, the one that came first', async () => {
    const answers = answersByVote(await examine('vote'));
    expect(answers.map(({ match }) => match.ex)).toEqual([true, true, false, false]);
    expect(answers.map(({ candidates: found }) => found?.oracle)).toEqual([true, true, true, true]);
    expect(answers[0]?.candidates).toMatchObject({ count: 3, valid: 3, results: 2, share: 2 / 3 });
  });

  it('distinguishes column order and row order from EX', async () => {
    const answers = answersByVote(await examine('matches'));
    // By price, then name: pen, jam, tea, ink; the gold leaves jam and tea tied.
    expect(answers[1]?.match).toEqual({ ex: true, anyColumnOrder: true, exact: true });
    expect(answers[3]?.match).toEqual({ ex: false, anyColumnOrder: true, exact: false });
    const [, names] = await examine('backwards', await readPool(candidates, dataset, ['two']));
    expect(names?.clusters[0]?.match).toEqual({ ex: true, anyColumnOrder: true, exact: false });
  });

  it('can be restricted to systems, and names those it does not know', async () => {
    const restricted = await readPool(candidates, dataset, ['a/one', 'three']);
    expect([...restricted.values()].map((given) => given.map(({ system }) => system))).toEqual(
      Array.from({ length: 4 }, () => ['a/one', 'b/three']),
    );
    await expect(readPool(candidates, dataset, ['four'])).rejects.toThrow('there are a/one, a/two, b/three');
  });

  it('is counted by system, vote and oracle in the report', async () => {
    const answers = answersByVote(await examine('report'));
    const subject = {
      dataset: 'tiny',
      judge: 'none',
      finishedAt: '2026-01-01T00:00:00Z',
      command: 'x',
      heldOut: null,
      suite: null,
    };
    const report = buildReport({ ...subject, systems: ['a/one', 'a/two', 'b/three'] }, answers);
    expect(report.measures.ex).toMatchObject({ right: 2, total: 4, percent: 50 });
    expect(report.candidates?.vote.anyColumnOrder.right).toBe(3);
    expect(report.candidates?.oracle.right).toBe(4);
    expect(report.candidates?.systems.map(({ system, ex }) => [system, ex.right])).toEqual([
      ['a/one', 2],
      ['a/two', 2],
      ['b/three', 2],
    ]);
    expect(report.groups.find(({ by }) => by === 'database')?.rows.map(({ name, ex }) => [name, ex.right])).toEqual([
      ['club', 0],
      ['shop', 2],
    ]);
  });
});
