import { sep } from 'node:path';

/** The url of a SQLite file, as workspaces take it. */
export function sqliteUrl(path: string): string {
  const parts = path.split(sep).map(encodeURIComponent).join('/');
  return `sqlite://${parts.startsWith('/') ? '' : '/'}${parts}`;
}
