import type { EscalationRecord } from '@assay/contracts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
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
  return labels.flatMap(({ question_id, classes, adjudicated }) => {
    const record = records.get(question_id);
    if (record === undefined) return [];
    const suite = new Map(classes.map(({ id, suite: isRight }) => [id, isRight]));
    const isRight = adjudicated === null ? null : adjudicated.answer === 'right';
    return [{ id: String(question_id), record, suite, adjudicated: isRight }];
  });
}
