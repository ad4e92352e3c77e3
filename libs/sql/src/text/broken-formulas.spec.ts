import { describe, expect, it } from '@jest/globals';
import { DIALECTS } from '@assay/contracts';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brokenFormulas } from './broken-formulas.js';

const FILE = join(resolve(import.meta.dirname, '../../../..'), '..', 'shared', 'data', 'defog', 'questions.json');
const isThere = existsSync(FILE);
const withData = isThere ? it : it.skip;
if (!isThere) process.stderr.write(`skipped: the evidence is not at ${FILE}\n`);

describe.each(DIALECTS)('formulas in evidence, for %s', (dialect) => {
  it.each([
    ['rate = DIVIDE(SUM(a) COUNT(b)) * 100', 'DIVIDE(SUM(a) COUNT(b)) * 100'],
    ['the share is SUM(a) / / COUNT(b) of the year', 'SUM(a) / / COUNT(b)'],
    ['ratio = (SUM(a) - SUM(b)) / / SUM(c)', '(SUM(a) - SUM(b)) / / SUM(c)'],
    ["blue = COUNT(colour = = 'Blue')", "COUNT(colour = = 'Blue')"],
    ['SUM(CASE WHEN a = 1 THEN 2)', 'SUM(CASE WHEN a = 1 THEN 2)'],
    ['CAST(a AS ) is meant', 'CAST(a AS )'],
  ])('are named if they cannot be parsed: %s', async (text, formula) => {
    expect(await brokenFormulas(text, dialect)).toEqual([formula]);
  });

  it.each([
    "percentage = DIVIDE(COUNT(colour = 'Blue'), COUNT(id)) * 100%",
    'difference = SUBTRACT(SUM(a), SUM(b)); CAST(SUM(a) AS REAL) / COUNT(DISTINCT b)',
    "share = SUM(CASE WHEN gender = 'F' THEN 1 ELSE 0 END) * 1.0 / COUNT(*)",
    'AVG(rank) of the group, MAX(order) - the newest order',
    'average = AVG(`Enrollment (K-12)`)',
    // prose beside and within formulas
    'COUNT(drivers of the team) / total number of drivers',
    "COUNT(name where publisher = 'DC'), not the count(s) of avg() and MAX(>= 3)",
    "the car's SUM(price) of the car's owner; MIN (the lowest), COUNT(ids as total)",
  ])('are not named if they can, or are prose: %s', async (text) => {
    expect(await brokenFormulas(text, dialect)).toEqual([]);
  });

  withData('are not named in real evidence', async () => {
    const questions = JSON.parse(readFileSync(FILE, 'utf8')) as { instructions?: string }[];
    const texts = new Set(questions.flatMap(({ instructions }) => instructions || []));
    expect(texts.size).toBeGreaterThan(40);
    for (const text of texts) expect(await brokenFormulas(text, dialect)).toEqual([]);
  });
});
