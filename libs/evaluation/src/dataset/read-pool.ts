import { z } from 'zod';
import { EvaluationProblem } from '../evaluation-problem.js';
import type { CandidatePool, EvalQuestion } from './dataset.js';
import { readJsonFile } from './read-json-file.js';

const poolShape = z.array(
  z.object({
    question_id: z.union([z.string(), z.number()]),
    candidates: z.array(z.object({ model: z.string().min(1), sql: z.string() })),
  }),
);

/** @param systems full names or after the last slash; empty: all */
export async function readPool(
  file: string,
  dataset: { questions: readonly Pick<EvalQuestion, 'id'>[] },
  systems: readonly string[],
): Promise<CandidatePool> {
  const entries = await readJsonFile(file, poolShape);
  const known = [...new Set(entries.flatMap(({ candidates }) => candidates.map(({ model }) => model)))];
  const wanted = systems.length === 0 ? null : new Set(systems.flatMap((name) => namesOf(name, known)));
  const pool = new Map(
    entries.map(({ question_id, candidates }) => [
      String(question_id),
      candidates.filter(({ model }) => wanted?.has(model) ?? true).map(({ model, sql }) => ({ system: model, sql })),
    ]),
  );
  const without = dataset.questions.find(({ id }) => (pool.get(id) ?? []).length === 0);
  if (without) throw new EvaluationProblem(`${file} has no candidate for question ${without.id}`);
  return pool;
}

function namesOf(name: string, known: readonly string[]): string[] {
  const found = known.filter((system) => system === name || system.split('/').at(-1) === name);
  if (found.length > 0) return found;
  throw new EvaluationProblem(`there is no system ${JSON.stringify(name)} in the pool; there are ${known.join(', ')}`);
}
