import { readFileSync } from 'node:fs';

export function sqlFile(name: string): string {
  return readFileSync(new URL(`../../migrations/${name}.sql`, import.meta.url), 'utf8');
}
