import { sep } from 'node:path';

export function sqliteUrl(path: string): string {
  const parts = path.split(sep).map(encodeURIComponent).join('/');
  return `sqlite://${parts.startsWith('/') ? '' : '/'}${parts}`;
}
