/** Evaluation questions with the tables of their gold SQL. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guardSql } from '../../libs/sql/dist/index.js';

/** `database.table` in lower case, one list per accepted gold SQL. */
export async function questionsOf(folder, file, dialect) {
  const list = JSON.parse(readFileSync(join(folder, file, 'questions.json'), 'utf8'));
  const questions = [];
  for (const item of list) {
    const golds = [item.gold].flat();
    const needed = [];
    for (const sql of golds) {
      const guarded = await guardSql(sql, dialect);
      if (guarded.allowed)
        needed.push(guarded.tables.map((name) => `${item.db_id}.${name.split('.').at(-1)}`.toLowerCase()));
    }
    if (needed.length > 0)
      questions.push({ ...item, needed, evidence: [item.evidence ?? item.instructions ?? ''].flat().filter(Boolean) });
  }
  return questions;
}
