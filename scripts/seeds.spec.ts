import { describe, expect, it } from '@jest/globals';
import { parseSeeds, problemsOf, titlesOf } from './seeds.mjs';

const LIST = `
- seed: the first
  behaviours:
    - number: 1
      behaviour: A winner is GOLD.
      testsWithSettings:
        cases.spec.ts: [wins, all cases › %s]
    - number: 2
      behaviour: Equal results are one.
      deviates: without a comparison
      page: docs/concepts.md#when-results-tie
      tests:
        cases.spec.ts: [wins]
`;
const FILES: Record<string, string> = {
  'cases.spec.ts': `
    import { ask } from './asked-question.js';
    describe('all cases', () => {
      it('wins', () => ask());
      it.each([1])('%s', () => ask());
      it.skip('is skipped', () => ask());
      it(\`takes \${1}\`, () => ask());
    });`,
  'docs/concepts.md': '# Concepts\n\n## When results tie\n',
};

function problems(list: string, files: Record<string, string> = FILES): string[] {
  return problemsOf(parseSeeds(list), (path) => files[path] ?? null, 2);
}

describe('the list of the seeds', () => {
  it('is read with its tests, settings and page', () => {
    const path = 'cases.spec.ts';
    expect(parseSeeds(LIST)).toEqual([
      {
        number: 1,
        deviates: false,
        page: null,
        tests: [
          { path, title: 'wins', settings: true },
          { path, title: 'all cases › %s', settings: true },
        ],
      },
      {
        number: 2,
        deviates: true,
        page: 'docs/concepts.md#when-results-tie',
        tests: [{ path, title: 'wins', settings: false }],
      },
    ]);
  });

  it('has no problem where every test and page is there', () => {
    expect(problems(LIST)).toEqual([]);
  });

  it.each([
    [
      'a behaviour is left out',
      (list: string) => list.replace(/ {4}- number: 1[^]*(?= {4}- number: 2)/, ''),
      /not 1 to 2/,
    ],
    ['no test is named', (list: string) => list.replace(/ {6}tests:\n.*\n/, ''), /^2: no test is named$/],
    ['a suite does not exist', (list: string) => list.replace('cases.spec', 'case.spec'), /there is no case.spec/],
    ['a title does not exist', (list: string) => list.replace('[wins]', '[won]'), /0 tests .* called 'won'/],
    ['a test is skipped', (list: string) => list.replace('[wins]', '[is skipped]'), /0 tests .* 'is skipped'/],
    ['no page states a deviation', (list: string) => list.replace(/ {6}page:.*\n/, ''), /needs a page/],
    [
      'a page does not exist',
      (list: string) => list.replace('docs/concepts.md', 'docs/concept.md'),
      /there is no docs\/concept.md/,
    ],
    [
      'a heading does not exist',
      (list: string) => list.replace('-tie', '-part'),
      /no docs\/concepts.md#when-results-part/,
    ],
  ])('has a problem where %s', (_what, change, problem) => {
    const found = problems(change(LIST));
    expect(found.length).toBeGreaterThan(0);
    for (const each of found) expect(each).toMatch(problem);
  });

  it('has a problem where a title is not unique, and where a suite has other settings', () => {
    const suite = FILES['cases.spec.ts'] ?? '';
    expect(problems(LIST, { ...FILES, 'cases.spec.ts': suite + suite })[0]).toMatch(/^1: 2 tests .* called 'wins'/);
    const others = suite.replace('asked-question', 'other-question');
    expect(problems(LIST, { ...FILES, 'cases.spec.ts': others })).toEqual(
      ['1', '1'].map((number) => `${number}: cases.spec.ts does not run with the seeds' settings`),
    );
  });
});

describe('the titles of a suite', () => {
  it('begin with the outermost group; skipped and computed ones are left out', () => {
    expect(titlesOf(FILES['cases.spec.ts'] ?? '')).toEqual(['all cases › wins', 'all cases › %s']);
  });
});
