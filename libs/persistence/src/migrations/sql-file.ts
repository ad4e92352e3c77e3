import { readFileSync } from 'node:fs';

/** The statements of a file of `libs/persistence/migrations`, by its name without `.sql`. */
export function sqlFile(name: string): string {
  return readFileSync(new URL(`../../migrations/${name}.sql`, import.meta.url), 'utf8');
}
