import type { EscalationRecord } from '@assay/contracts';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { CandidatePool, PoolCandidate } from '../dataset/dataset.js';
import { readPool } from '../dataset/read-pool.js';
import type { RecordedQuestion } from './recorded-question.js';

export const RECORDS = 'records.jsonl.gz';

interface Labelled {
  question_id: number;
  classes: { id: string; suite: boolean }[];
  adjudicated: { answer: 'right' | 'wrong' | 'split' } | null;
}

export async function readRecorded(folder: string): Promise<RecordedQuestion[]> {
  const labels = JSON.parse(await readFile(join(folder, 'questions.json'), 'utf8')) as Labelled[];
  const lines = gunzipSync(await readFile(join(folder, RECORDS))).toString('utf8');
  const records = new Map(
    lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { question_id: number; record: EscalationRecord })
      .map(({ question_id, record }) => [question_id, record]),
  );
  const pool = await poolOf(folder, labels);
  return labels.flatMap(({ question_id, classes, adjudicated }) => {
    const recorded = records.get(question_id);
    if (recorded === undefined) return [];
    const record = withSystems(recorded, pool.get(String(question_id)) ?? []);
    const suite = new Map(classes.map(({ id, suite: isRight }) => [id, isRight]));
    const isRight = adjudicated === null ? null : adjudicated.answer === 'right';
    return [{ id: String(question_id), record, suite, adjudicated: isRight }];
  });
}

/** The pool that replaced the generator, if any. */
async function poolOf(folder: string, labels: readonly Labelled[]): Promise<CandidatePool> {
  const file = join(folder, 'pool.json');
  const questions = labels.map(({ question_id }) => ({ id: String(question_id) }));
  return existsSync(file) ? readPool(file, { questions }, []) : new Map();
}

/** Candidates of a pool are named by their system, not by the recorded model. */
function withSystems(record: EscalationRecord, pool: readonly PoolCandidate[]): EscalationRecord {
  const left = [...pool];
  const systemOf = (sql: string): string | undefined => {
    const place = left.findIndex((own) => own.sql.trim() === sql.trim());
    return place < 0 ? undefined : left.splice(place, 1)[0]?.system;
  };
  const attempts = record.attempts.map((attempt) => ({
    ...attempt,
    candidates: attempt.candidates.map((own) => ({ ...own, model: systemOf(own.sql) ?? own.model })),
  }));
  return { ...record, attempts };
}
