import { describe, expect, it } from '@jest/globals';
import type { Candidate } from '../candidates.js';
import { candidate } from '../fixtures/scripted-agents.js';
import { finalistsOf, inOrderOfTexts } from './finalists.js';

let ordinal = 0;
function made(id: string, fields: Partial<Candidate>): Candidate {
  ordinal += 1;
  const place = { id, ordinal, behaviour: null, duplicateOf: null, strategy: 'query-plan' as const, temperature: 0.2 };
  return { ...candidate(id), ...place, ...fields };
}

const source = { seed: 42, attempt: 1 };

describe('finalistsOf', () => {
  it('represents a result by its most frequent valid text, duplicates counted', () => {
    const rare = made('rare', { cluster: 'x', complexity: 1 });
    const common = made('common', { cluster: 'x', complexity: 9, canonical: 'common text' });
    const again = made('again', { cluster: 'x', canonical: 'common text', duplicateOf: 'common' });
    const broken = made('broken', { cluster: null, valid: false, canonical: 'rare' });
    const all = [rare, common, again, broken, { ...broken, id: 'broken too' }];
    expect(finalistsOf([rare, common], all, source)).toMatchObject([{ candidate: 'common', frequency: 2 }]);
  });

  it('makes one of all that returned the same, represented by the simplest of equally frequent texts', () => {
    const passers = [made('long', { cluster: 'x', complexity: 9 }), made('short', { cluster: 'x', complexity: 2 })];
    expect(finalistsOf(passers, passers, source)).toMatchObject([{ candidate: 'short', clusterSize: 2 }]);
  });

  it('counts the votes of duplicates and of candidates that failed tests, but not of invalid ones', () => {
    const passer = made('passer', { cluster: 'x' });
    const all = [
      passer,
      made('duplicate', { cluster: 'x', duplicateOf: 'passer' }),
      made('failed', { cluster: 'x' }),
      made('invalid', { cluster: null, valid: false }),
    ];
    expect(finalistsOf([passer], all, source)[0]?.clusterSize).toBe(3);
  });

  it('orders by cluster size, then complexity, then the seeded coin', () => {
    const rare = made('rare', { cluster: 'x', complexity: 1 });
    const complex = made('complex', { cluster: 'y', complexity: 9 });
    const simple = made('simple', { cluster: 'z', complexity: 3 });
    const votes = [made('vote y', { cluster: 'y' }), made('vote z', { cluster: 'z' })];
    const order = finalistsOf([rare, complex, simple], [rare, complex, simple, ...votes], source);
    expect(order.map((finalist) => finalist.candidate)).toEqual(['simple', 'complex', 'rare']);
  });

  it('lets the coin fall by seed and ordinal, never by id', () => {
    const twins = (left: string, right: string): Candidate[] => [
      made(left, { cluster: 'x', complexity: 1, ordinal: 1 }),
      made(right, { cluster: 'y', complexity: 1, ordinal: 2 }),
    ];
    const firstOf = (passers: Candidate[], seed: number): number | undefined => {
      const first = finalistsOf(passers, passers, { seed, attempt: 1 })[0]?.candidate;
      return passers.find(({ id }) => id === first)?.ordinal;
    };
    const seeds = Array.from({ length: 40 }, (_, seed) => seed);
    const fallen = seeds.map((seed) => firstOf(twins('a', 'b'), seed));
    expect(seeds.map((seed) => firstOf(twins('z', 'y'), seed))).toEqual(fallen);
    expect(new Set(fallen)).toEqual(new Set([1, 2]));
  });

  it('takes a candidate without a fingerprint for a result of its own', () => {
    const passers = [made('one', { cluster: null }), made('two', { cluster: null })];
    expect(finalistsOf(passers, passers, source).map(({ clusterSize }) => clusterSize)).toEqual([1, 1]);
  });
});

describe('inOrderOfTexts', () => {
  const ordered = (texts: Candidate[], question = '', all = texts): string[] =>
    inOrderOfTexts(texts, all, { ...source, question }).map(({ id }) => id);
  const alike = { behaviour: 'class', cluster: 'x' };

  it('puts the most frequent text first, then the one that is about as complex as all of its class', () => {
    const [bare, usual, twisted] = [
      made('bare', { ...alike, complexity: 1 }),
      made('usual', { ...alike, complexity: 10 }),
      made('twisted', { ...alike, complexity: 12 }),
    ];
    expect(ordered([bare, usual, twisted])).toEqual(['usual', 'twisted', 'bare']);
    const again = made('again', { ...alike, complexity: 1, canonical: bare.canonical, duplicateOf: 'bare' });
    const texts = [bare, usual, twisted];
    expect(ordered(texts, '', [...texts, again])[0]).toBe('bare');
  });

  it('takes the simplest of those that are as usual as one another', () => {
    const alone = [made('long', { ...alike, complexity: 9 }), made('short', { ...alike, complexity: 2 })];
    expect(ordered(alone)).toEqual(['short', 'long']);
  });

  it('prefers the order of columns that the question names, where it names all of them', () => {
    const returning = (id: string, cluster: string, names: string[]): Candidate => {
      const columns = names.map((name) => ({ name, type: 'text' }));
      const execution = { columns, rowCount: 1, truncated: false, elapsedMs: 1, error: null };
      return made(id, { ...alike, cluster, execution });
    };
    const straight = returning('straight', 'name, age', ['first_name', 'age']);
    const swapped = [1, 2].map((number) => returning(`swapped ${number}`, 'age, name', ['age', 'first_name']));
    const all = [...swapped, straight];
    expect(ordered(all, 'What are the first names and ages of all teachers?')[0]).toBe('straight');
    expect(ordered(all, 'What are the first names of all teachers?')[0]).toContain('swapped');
  });
});
