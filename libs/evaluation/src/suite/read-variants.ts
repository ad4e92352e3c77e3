import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Dataset } from '../dataset/dataset.js';
import { EvaluationProblem } from '../evaluation-problem.js';

/** Further databases of the schema of each database, by its id: absolute paths of SQLite files, sorted. */
export type Variants = ReadonlyMap<string, readonly string[]>;

/**
 * Finds `<folder>/<db>/*.sqlite` for each database of a data set. Variants measure answers; nothing that chooses an
 * answer reads them.
 *
 * @throws EvaluationProblem for a database without variants, or one that is not a SQLite file
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
