import { access } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { EvaluationProblem } from '../evaluation-problem.js';
import type { Dataset, EvalDatabase, EvalQuestion } from './dataset.js';
import { readJsonFile } from './read-json-file.js';

const text = z.string().trim().min(1);

const questionsShape = z
  .array(
    z.object({
      question_id: z.union([z.string(), z.number()]),
      db_id: z.string().regex(/^[\w-]+$/, 'a database is named by letters, digits, _ and -'),
      question: text,
      gold: z.union([text.transform((sql) => [sql]), z.array(text).min(1)]),
      evidence: z.string().optional(),
      instructions: z.string().optional(),
    }),
  )
  .min(1, 'there are no questions');

const PLACES: { dialect: EvalDatabase['dialect']; path: (id: string) => string }[] = [
  { dialect: 'sqlite', path: (id) => join('databases', `${id}.sqlite`) },
  { dialect: 'sqlite', path: (id) => join('databases', id, `${id}.sqlite`) },
  { dialect: 'sqlite', path: (id) => `${id}.sqlite` },
  { dialect: 'postgres', path: (id) => join('databases', `${id}.sql`) },
  { dialect: 'postgres', path: (id) => `${id}.sql` },
];

/** Reads `questions.json` and finds its databases at `PLACES`. */
export async function readDataset(folder: string): Promise<Dataset> {
  const root = resolve(folder);
  const entries = await readJsonFile(join(root, 'questions.json'), questionsShape);
  const questions = entries.map((entry): EvalQuestion => ({
    id: String(entry.question_id),
    database: entry.db_id,
    question: entry.question,
    evidence: [entry.evidence, entry.instructions].flatMap((sentence) => (sentence?.trim() ? [sentence.trim()] : [])),
    gold: entry.gold,
  }));
  const twice = questions.find(({ id }, index) => questions.findIndex((other) => other.id === id) !== index);
  if (twice) throw new EvaluationProblem(`questions.json has the question_id ${twice.id} twice`);
  const ids = [...new Set(questions.map(({ database }) => database))];
  const databases = await Promise.all(ids.map((id) => findDatabase(root, id)));
  return { name: basename(root), folder: root, databases, questions };
}

async function findDatabase(root: string, id: string): Promise<EvalDatabase> {
  for (const { dialect, path } of PLACES) {
    const file = join(root, path(id));
    const exists = await access(file).then(
      () => true,
      () => false,
    );
    if (exists) return { id, dialect, path: file };
  }
  throw new EvaluationProblem(
    `there is no database ${id}: ${PLACES.map(({ path }) => path(id)).join(', ')} are not in ${root}`,
  );
}
