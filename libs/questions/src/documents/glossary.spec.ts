import { describe, expect, it } from '@jest/globals';
import { readFixture } from './fixtures/read-fixture.js';
import { SHOP } from './fixtures/shop-schema.js';
import { Glossary } from './glossary.js';
import { readKnowledge } from './read-knowledge.js';
import { resolveKnowledge } from './schema/resolve-knowledge.js';

function glossaryOf(...documents: string[]): Glossary {
  return new Glossary(
    documents.map((name) => ({
      source: name,
      items: resolveKnowledge(readKnowledge(readFixture(name)).items, SHOP).items,
    })),
  );
}

describe('Glossary', () => {
  const words = glossaryOf('glossary.yaml', 'schema.yml');
  const found = (question: string): string[] => words.find(question).map(({ name }) => name);

  it.each<[string, string[]]>([
    ['What was our turnover in May?', ['revenue', 'revenue']],
    ['TURNOVERS by store', ['revenue', 'revenue']],
    ['How many cafes are there?', ['café']],
    ['Which CAFÉS opened last?', ['café']],
    ['the average order value of carts', ['average_order_value', 'basket']],
    ['AOV per store', ['average_order_value']],
    ['How many customers are there?', []],
  ])('finds terms by their names: %s', (question, names) => expect(found(question)).toEqual(names));

  it('takes a longer name for itself alone', () => {
    expect(found('revenue growth')).toEqual(['revenue_growth']);
    expect(found('revenue growth and revenue')).toEqual(['revenue_growth', 'revenue', 'revenue']);
  });

  it('says what a term means and where it is', () => {
    expect(words.find('baskets')[0]?.text).toBe(
      '“basket” (also called cart, caddie): In the database: orders.subtotal.',
    );
    expect(words.find('AOV')[0]?.text).toContain(
      "(SUM(order_total) over orders where status = 'paid') / (COUNT(*) over orders)",
    );
  });

  it('shows terms that contradict each other, and no others', () => {
    expect(words.contradictions().map(({ term, meanings }) => [term, meanings.map(({ source }) => source)])).toEqual([
      ['revenue', ['glossary.yaml', 'schema.yml']],
    ]);
    expect(glossaryOf('ossie.yaml', 'semantic-view.yaml').contradictions()).toEqual([]);
  });

  it('shows terms of one document that contradict each other, spelled alike or not', () => {
    const terms = ['revenue', 'revenue', 'Revenue'].map((name, at) => ({ name, definition: `meaning ${at}` }));
    const { items, leftOut } = readKnowledge(JSON.stringify({ terms: [...terms, terms[0]] }));
    expect([items.length, leftOut]).toEqual([3, []]);
    const [contradiction, ...others] = new Glossary([{ source: 'words', items }]).contradictions();
    expect(contradiction?.meanings).toHaveLength(3);
    expect(others).toEqual([]);
  });
});
