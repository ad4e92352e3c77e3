import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LIBRARIES = fileURLToPath(new URL('../..', import.meta.url));
const LOADED = /^(?:import|export) (?!type\b)(?:[^;']*? from )?'(?<name>[^']+)'/gm;

describe('decisions', () => {
  it('load nothing from outside, no validator either', () => {
    expect([...packagesBehind(join(LIBRARIES, 'decision/src/index.ts'))]).toEqual([]);
  });

  it('would be seen to load one', () => {
    expect(packagesBehind(join(LIBRARIES, 'contracts/src/index.ts'))).toContain('zod');
  });
});

function packagesBehind(file: string, seen = new Set<string>(), found = new Set<string>()): Set<string> {
  if (seen.has(file)) return found;
  seen.add(file);
  for (const { groups } of readFileSync(file, 'utf8').matchAll(LOADED)) {
    const name = groups?.['name'] ?? '';
    const [scope, library = '', entry = ''] = name.split('/');
    if (name.startsWith('.')) packagesBehind(join(dirname(file), name.replace(/\.js$/, '.ts')), seen, found);
    else if (scope === '@assay') packagesBehind(join(LIBRARIES, library, 'src', entry, 'index.ts'), seen, found);
    else found.add(name);
  }
  return found;
}
