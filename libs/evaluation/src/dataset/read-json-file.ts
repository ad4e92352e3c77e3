import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { EvaluationProblem } from '../evaluation-problem.js';

/** @throws EvaluationProblem naming the file and the problem */
export async function readJsonFile<Shape extends z.ZodType>(path: string, shape: Shape): Promise<z.output<Shape>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new EvaluationProblem(
      `${path} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}`,
    );
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new EvaluationProblem(`${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new EvaluationProblem(`${path}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not as expected'}`);
}
