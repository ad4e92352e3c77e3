import { describe, expect, it } from '@jest/globals';
import { readFixture } from './fixtures/read-fixture.js';
import { MANIFEST } from './fixtures/manifest.js';
import { SHOP } from './fixtures/shop-schema.js';
import { subjectOf, statementOfItem } from './item.js';
import { readKnowledge } from './read-knowledge.js';
import { resolveKnowledge } from './schema/resolve-knowledge.js';

function take(text: string): { format: string; name: string | null; taken: string[]; left: string[] } {
  const { format, name, items, leftOut } = readKnowledge(text);
  const resolved = resolveKnowledge(items, SHOP);
  const left = [...leftOut, ...resolved.leftOut].map(({ what, reason }) => `${what}: ${reason}`);
  return { format, name, taken: resolved.items.map((item) => `${subjectOf(item)}: ${statementOfItem(item)}`), left };
}

describe('readKnowledge', () => {
  it('reads a property file of dbt', () => expect(take(readFixture('schema.yml'))).toMatchSnapshot());
  it('reads one of the specification since 1.12', () =>
    expect(take(readFixture('schema-since-1-12.yml'))).toMatchSnapshot());
  it('reads a manifest of dbt', () => expect(take(JSON.stringify(MANIFEST))).toMatchSnapshot());
  it('reads Ossie', () => expect(take(readFixture('ossie.yaml'))).toMatchSnapshot());
  it('reads a Snowflake semantic view', () => expect(take(readFixture('semantic-view.yaml'))).toMatchSnapshot());
  it('reads MDL', () => expect(take(readFixture('mdl.json'))).toMatchSnapshot());
  it('reads a glossary', () => expect(take(readFixture('glossary.yaml'))).toMatchSnapshot());
});
