import { describe, expect, it } from '@jest/globals';
import { anchorsOf, problemsOf, settingsProblems } from './docs.mjs';

const problems = (pages: Record<string, string>): string[] => problemsOf(pages, (path) => path === 'LICENSE');

describe('the check of the docs', () => {
  it('finds the anchors of headings, repeated and with code and links, and none in code', () => {
    const page = '# `npm test` in [ten](x.md) minutes\n## Again\n## Again\n```sh\n# no heading\n```\n';
    expect(anchorsOf(page)).toEqual(['npm-test-in-ten-minutes', 'again', 'again-1']);
  });

  it('reports links to missing pages and headings, and no others', () => {
    const pages = {
      'docs/a.md': '# A\n[b](b.md#b), [here](#a), [licence](../LICENSE), [web](https://example.org), `[x](code.md)`',
      'docs/b.md': '# B\n[gone](c.md) [away](a.md#missing)',
    };
    expect(problems(pages)).toEqual(['docs/b.md: c.md leads nowhere', 'docs/b.md: a.md#missing names no heading']);
  });

  it('reports pages that are too long, and a README of too many lines', () => {
    expect(problems({ 'docs/a.md': 'word '.repeat(1800) })).toEqual([]);
    expect(problems({ 'docs/a.md': 'word '.repeat(1801) })).toEqual(['docs/a.md: 1801 words of 1800']);
    expect(problems({ 'README.md': 'line\n'.repeat(91) })).toEqual(['README.md: 91 lines of 90']);
  });

  it('reports too many words in all, code and tables included', () => {
    const pages = (words: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`docs/${index}.md`, '| word |\n'.repeat(words)]));
    expect(problems(pages(1200))).toEqual([]);
    expect(problems({ ...pages(1200), 'docs/more.md': '```\nword\n```' })).toEqual(['all pages: 24001 words of 24000']);
  });

  it('reports lists that should be tables', () => {
    expect(problems({ 'docs/a.md': '- `one`: first; `two`: second' })).toHaveLength(1);
    expect(problems({ 'docs/a.md': '- `one`: first; then `two`' })).toEqual([]);
  });

  it('reports variables and settings without a complete row', () => {
    const page = '| `PORT`, `HOST` | 3000 | listener | it is taken |\n| `LOG_LEVEL` | info | log | |\n`seed` in a text';
    expect(settingsProblems(page, ['PORT', 'HOST'])).toEqual([]);
    expect(settingsProblems(page, ['LOG_LEVEL', 'seed'])).toEqual([
      'docs/settings.md: no complete row for LOG_LEVEL',
      'docs/settings.md: no complete row for seed',
    ]);
  });
});
