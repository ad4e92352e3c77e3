import { describe, expect, it } from '@jest/globals';
import { parseSeeds, problemsOf, titlesOf } from './seeds.mjs';

const TABLE = `# Seeds

1. A winner is
   GOLD.
   - Seeds’ settings: [cases](../cases.spec.ts): \`wins\`, \`all cases ›
     %s\`
2. Equal results are one.
   - Deviates: without a comparison ([concepts](concepts.md#when-results-tie)).
   - [cases](../cases.spec.ts): \`wins\`
`;
const FILES: Record<string, string> = {
  '../cases.spec.ts': `
    import { ask } from './asked-question.js';
    describe('all cases', () => {
      it('wins', () => ask());
      it.each([1])('%s', () => ask());
      it.skip('is skipped', () => ask());
      it(\`takes \${1}\`, () => ask());
    });`,
  'concepts.md': '# Concepts\n\n## When results tie\n',
};

function problems(table: string, files: Record<string, string> = FILES): string[] {
  return problemsOf(parseSeeds(table), (path) => files[path] ?? null, 2);
}

describe('the table of the seeds', () => {
  it('is read with its tests, settings and pages', () => {
    const path = '../cases.spec.ts';
    expect(parseSeeds(TABLE)).toEqual([
      {
        number: 1,
        deviates: false,
        pages: [],
        tests: [
          { path, title: 'wins', settings: true },
          { path, title: 'all cases › %s', settings: true },
        ],
      },
      {
        number: 2,
        deviates: true,
        pages: [{ path: 'concepts.md', anchor: 'when-results-tie' }],
        tests: [{ path, title: 'wins', settings: false }],
      },
    ]);
  });

  it('has no problem where every test and page is there', () => {
    expect(problems(TABLE)).toEqual([]);
  });

  it.each([
    ['a behaviour is left out', (table: string) => table.replace(/^1\.[^]*(?=^2\.)/m, ''), /not 1 to 2/],
    ['no test is named', (table: string) => table.replace(/ {3}- \[cases.*\n/, ''), /^2: no test is named$/],
    ['a suite does not exist', (table: string) => table.replace('(../cases', '(../case'), /there is no ..\/case.spec/],
    ['a title does not exist', (table: string) => table.replace(': `wins`', ': `won`'), /0 tests .* called 'won'/],
    ['a test is skipped', (table: string) => table.replace(': `wins`', ': `is skipped`'), /0 tests .* 'is skipped'/],
    [
      'no page states a deviation',
      (table: string) => table.replace(' ([concepts](concepts.md#when-results-tie))', ''),
      /no page/,
    ],
    [
      'a page does not exist',
      (table: string) => table.replace('(concepts.md', '(concept.md'),
      /there is no concept.md/,
    ],
    [
      'a heading does not exist',
      (table: string) => table.replace('-tie)', '-part)'),
      /no concepts.md#when-results-part/,
    ],
  ])('has a problem where %s', (_what, change, problem) => {
    const found = problems(change(TABLE));
    expect(found.length).toBeGreaterThan(0);
    for (const each of found) expect(each).toMatch(problem);
  });

  it('has a problem where a title is not unique, and where a suite has other settings', () => {
    const suite = FILES['../cases.spec.ts'] ?? '';
    expect(problems(TABLE, { ...FILES, '../cases.spec.ts': suite + suite })[0]).toMatch(/^1: 2 tests .* called 'wins'/);
    const others = suite.replace('asked-question', 'other-question');
    expect(problems(TABLE, { ...FILES, '../cases.spec.ts': others })).toEqual(
      ['1', '1'].map((number) => `${number}: ../cases.spec.ts does not run with the seeds' settings`),
    );
  });
});

describe('the titles of a suite', () => {
  it('begin with the outermost group; skipped and computed ones are left out', () => {
    expect(titlesOf(FILES['../cases.spec.ts'] ?? '')).toEqual(['all cases › wins', 'all cases › %s']);
  });
});
