import { describe, expect, it } from '@jest/globals';
import { drawn, mutated, sitesOf } from './sites.mjs';

const changesOf = (source: string): string[] =>
  sitesOf('a.ts', source).map((site) => `${site.operator}: ${mutated(source, site)}`);

describe('the mutations of a source', () => {
  it.each([
    ['if (a) b();', ['negate condition: if (!(a)) b();']],
    ['x = a < 1;', ['swap comparison: x = a <= 1;', 'off by one: x = a < (1 + 1);']],
    ['x = a === b;', ['swap comparison: x = a !== b;']],
    ['{ a(); b(); }', ['drop statement: { ; b(); }', 'drop statement: { a(); ; }']],
    ['x = a ? b : c;', ['negate condition: x = !(a) ? b : c;', 'swap branches: x = a ? (c) : (b);']],
    [
      'if (a) { b(); } else { c(); }',
      [
        'negate condition: if (!(a)) { b(); } else { c(); }',
        'swap branches: if (a) { c(); } else { b(); }',
        'drop statement: if (a) { ; } else { c(); }',
        'drop statement: if (a) { b(); } else { ; }',
      ],
    ],
    ['x = true;', ['replace constant: x = false;']],
    ["x = 'word';", ["replace constant: x = '';"]],
  ])('of %s', (source, changes) => {
    expect(changesOf(source)).toEqual(changes);
  });

  it.each(["import a from 'a';", "type A = 'a' | 1 | true;", "x = { 'a-b': y };", 'constructor_: { super(); }'])(
    'leave alone what decides nothing: %s',
    (source) => {
      expect(changesOf(source)).toEqual([]);
    },
  );

  it('have keys that survive other changes of the file, and distinguish equal places', () => {
    const keys = (source: string): string[] => sitesOf('a.ts', source).map(({ key }) => key);
    const lines = 'x = 1;\nx = 1;\n';
    expect(new Set(keys(lines)).size).toBe(2);
    expect(keys(`before();\n\n${lines}`)).toEqual(keys(lines));
  });

  it('are drawn by the seed, operators in turn, each once', () => {
    const source = Array.from({ length: 9 }, (_, index) => `{ f(${index}); g(a ? b : c); }`).join('\n');
    const order = (seed: number): string[] => [...drawn(sitesOf('a.ts', source), seed)].map(({ key }) => key);
    expect(order(1)).toEqual(order(1));
    expect(order(1)).not.toEqual(order(2));
    expect(new Set(order(1)).size).toBe(sitesOf('a.ts', source).length);
    const first = [...drawn(sitesOf('a.ts', source), 1)].slice(0, 4).map(({ operator }) => operator);
    expect(new Set(first).size).toBe(4);
  });
});
