import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Dataset } from '../dataset/dataset.js';
import { EvaluationProblem } from '../evaluation-problem.js';

/** Sorted absolute paths by database id. */
export type Variants = ReadonlyMap<string, readonly string[]>;

/**
 * `<folder>/<db>/*.sqlite`. Variants only measure.
 * @throws EvaluationProblem without variants, or not SQLite
 */
export async function readVariants(folder: string, { databases }: Pick<Dataset, 'databases'>): Promise<Variants> {
  const variants = new Map<string, readonly string[]>();
  for (const { id, dialect } of databases) {
    if (dialect !== 'sqlite') throw new EvaluationProblem(`${id} is no SQLite file: variants are for SQLite alone`);
    const own = resolve(folder, id);
    const files = await readdir(own).catch(() => []);
    const paths = files.filter((name) => name.endsWith('.sqlite')).map((name) => join(own, name));
    if (paths.length === 0) throw new EvaluationProblem(`${own} holds no variants (*.sqlite) of ${id}`);
    variants.set(id, paths.sort());
  }
  return variants;
}
