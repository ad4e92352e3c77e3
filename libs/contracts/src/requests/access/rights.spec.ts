import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { rightsTable } from './rights.js';

const cells = (line: string): string[] => line.split('|').map((cell) => cell.trim().replace(/^-+$/, '-'));

describe('the table of rights', () => {
  it('is what the documentation prints', () => {
    const page = readFileSync(new URL('../../../../../docs/access.md', import.meta.url), 'utf8');
    const printed = page.split('\n').map(cells);
    for (const row of rightsTable().split('\n').map(cells)) expect(printed).toContainEqual(row);
  });
});
