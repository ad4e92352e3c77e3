import { beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Answer } from '../answers/answer.js';
import { heldOutPredictions } from '../calibration/held-out.js';
import { reliabilityOf } from '../calibration/reliability.js';
import { readDataset } from '../dataset/read-dataset.js';
import { readPool } from '../dataset/read-pool.js';
import { TargetQueryRunner } from '../execution/target-query-runner.js';
import { Journal } from '../journal/journal.js';
import type { ExaminedQuestion } from '../pool/examined-question.js';
import { answersByClusters, answersByVote, examinePool } from './evaluate-pool.js';
import { openDatabases } from './open-databases.js';

const ROOT = resolve(import.meta.dirname, '../../../..');
const FOLDER = join(ROOT, '..', 'shared', 'data', 'spider-dev');
const isThere = existsSync(FOLDER);
const withData = isThere ? it : it.skip;
if (!isThere) process.stderr.write(`skipped: the data set spider-dev is not at ${FOLDER}\n`);

interface Counted {
  question_id: number;
  db_id: string;
  gold: string;
}

/** An independent count of the vote: in-process SQLite, no guard or cache. */
async function countVote(): Promise<Map<string, boolean>> {
  const questions = JSON.parse(await readFile(join(FOLDER, 'questions.json'), 'utf8')) as Counted[];
  const pool = JSON.parse(await readFile(join(FOLDER, 'candidates.json'), 'utf8')) as {
    question_id: number;
    candidates: { sql: string }[];
  }[];
  const databases = new Map<string, DatabaseSync>();
  const rowsOf = (name: string, sql: string): string | null => {
    const path = join(FOLDER, 'databases', `${name}.sqlite`);
    const database =
      databases.get(name) ?? new DatabaseSync(path, { readOnly: true, enableDoubleQuotedStringLiterals: true });
    databases.set(name, database);
    try {
      const statement = database.prepare(sql);
      statement.setReturnArrays(true);
      const rows = statement.all() as unknown as unknown[][];
      return JSON.stringify([...new Set(rows.map((row) => JSON.stringify(row)))].sort());
    } catch {
      return null;
    }
  };
  const right = new Map<string, boolean>();
  for (const { question_id, db_id, gold } of questions) {
    const votes = new Map<string, number>();
    for (const { sql } of pool.find((entry) => entry.question_id === question_id)?.candidates ?? []) {
      const rows = rowsOf(db_id, sql);
      if (rows !== null) votes.set(rows, (votes.get(rows) ?? 0) + 1);
    }
    let winner: [string, number] | null = null;
    for (const entry of votes) if (winner === null || entry[1] > winner[1]) winner = entry;
    right.set(String(question_id), winner?.[0] === rowsOf(db_id, gold));
  }
  for (const database of databases.values()) database.close();
  return right;
}

/** Executes all candidates and golds once. */
async function examineAll(): Promise<ExaminedQuestion[]> {
  const dataset = await readDataset(FOLDER);
  const pool = await readPool(join(FOLDER, 'candidates.json'), dataset, []);
  const out = await mkdtemp(join(tmpdir(), 'assay-eval-'));
  const { signal } = new AbortController();
  const { databases } = await openDatabases(dataset, out);
  const runner = new TargetQueryRunner(databases, signal);
  const journal = await Journal.open<ExaminedQuestion>(out, {}, { fresh: true });
  const examined = await examinePool(dataset, pool, runner, journal, {
    concurrency: 4,
    signal,
    onProgress: () => undefined,
    probe: null,
  });
  await runner.close();
  await rm(out, { recursive: true });
  return examined;
}

describe('spider-dev, 30 systems', () => {
  let byVote: Answer[] = [];
  let byClusters: Answer[] = [];
  beforeAll(async () => {
    if (!isThere) return;
    const examined = await examineAll();
    byVote = answersByVote(examined);
    byClusters = answersByClusters(examined);
  });

  withData(
    'gives by `--judge none` the vote’s own figure, question by question, as an independent count has it',
    async () => {
      expect(new Map(byVote.map(({ id, match }) => [id, match.ex]))).toEqual(await countVote());
    },
  );

  withData('is as sure as it is right, on databases that confidence was not fitted on', () => {
    for (const answers of [byVote, byClusters]) {
      expect(reliabilityOf(heldOutPredictions(answers) ?? []).ece).toBeLessThan(0.05);
    }
  });

  withData('is right more often by clusters than by the vote, each database held out, and less than an oracle', () => {
    const rightOf = (answers: Answer[]): number => answers.filter(({ match }) => match.ex).length;
    expect(rightOf(byClusters)).toBeGreaterThan(rightOf(byVote));
    expect(rightOf(byClusters)).toBeLessThan(byClusters.filter(({ candidates }) => candidates?.oracle).length);
  });
});
