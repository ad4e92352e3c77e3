import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { rightsTable } from './rights.js';

const cells = (line: string): string[] => line.split('|').map((cell) => cell.trim().replace(/^-+$/, '-'));

describe('the table of rights', () => {
  it('is what the documentation prints', () => {
    const page = readFileSync(new URL('../../../../../docs/access.md', import.meta.url), 'utf8');
    const [, printed = ''] = /\n\n(\| right .*?)\n\n/s.exec(page) ?? [];
    expect(printed.split('\n').map(cells)).toEqual(rightsTable().split('\n').map(cells));
  });
});
