import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FakeTerminal } from './fixtures/fake-terminal.js';
import { runCli } from './run-cli.js';

let folder: string;
let candidates: string;
let terminal: FakeTerminal;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-cli-eval-'));
  candidates = join(folder, 'candidates.json');
  await mkdir(join(folder, 'databases'));
  const database = new DatabaseSync(join(folder, 'databases', 'shop.sqlite'));
  database.exec("create table item (name text); insert into item values ('pen'), ('ink')");
  database.close();
  const questions = [
    { question_id: 1, db_id: 'shop', question: 'How many items are there?', gold: 'SELECT count(*) FROM item' },
    { question_id: 2, db_id: 'shop', question: 'Which items are there?', gold: 'SELECT name FROM item' },
  ];
  const pool = [
    ['SELECT count(name) FROM item', 'SELECT 2', 'SELECT 3'],
    ['SELECT * FROM item LIMIT 1', 'SELECT name FROM item LIMIT 1', 'SELECT name FROM item'],
  ].map((sqls, index) => ({
    question_id: index + 1,
    candidates: sqls.map((sql, system) => ({ model: `system/${system + 1}`, sql })),
  }));
  await writeFile(join(folder, 'questions.json'), JSON.stringify(questions));
  await writeFile(candidates, JSON.stringify(pool));
});
afterAll(async () => rm(folder, { recursive: true }));
beforeEach(() => {
  terminal = new FakeTerminal();
});

const evaluate = (...flags: string[]): Promise<number> =>
  runCli(['eval', folder, '--out', join(folder, 'out'), ...flags], terminal);

describe('assay eval', () => {
  it('decides a pool by the vote and writes the report three ways', async () => {
    expect(await evaluate('--candidates', candidates, '--judge', 'none', '--fresh')).toBe(0);
    expect(terminal.stdout.text).toContain('50.00 % (1 of 2)');
    const report = JSON.parse(await readFile(join(folder, 'out', 'report.json'), 'utf8')) as {
      measures: { ex: { right: number } };
      candidates: { oracle: { right: number } };
    };
    expect([report.measures.ex.right, report.candidates.oracle.right]).toEqual([1, 2]);
    expect(await readFile(join(folder, 'out', 'report.html'), 'utf8')).toContain('<svg');
    expect(await readFile(join(folder, 'out', 'report.md'), 'utf8')).toContain('50.00 %');
  });

  it('is a gate: below --min-ex it ends with 2', async () => {
    expect(await evaluate('--candidates', candidates, '--judge', 'none', '--min-ex', '50')).toBe(0);
    expect(await evaluate('--candidates', candidates, '--judge', 'none', '--min-ex', '50.1')).toBe(2);
    expect(terminal.stderr.text).toContain('below the 50.1 % asked for');
  });

  it('counts only the systems that are named', async () => {
    expect(await evaluate('--candidates', candidates, '--judge', 'none', '--systems', '3', '--fresh')).toBe(0);
    expect(terminal.stdout.text).toMatch(/Oracle +50\.00 %/);
  });

  it.each([
    [['--judge', 'none'], 'needs --candidates'],
    [['--systems', 'a'], 'needs --candidates'],
    [['--judge', 'simulated'], 'needs --candidates and --variants'],
    [['--record', 'a', '--replay', 'b'], 'exclude each other'],
    [['--record', 'a', '--judge', 'none'], 'need --judge model'],
    [['--judge', 'coin'], 'Expected one of none, clusters, simulated, recorded, model.'],
    [['--databases', 'farm'], 'There are: shop.'],
    [['--min-ex', '101'], 'number from 0 to 100'],
  ])('says what is wrong with %j', async (flags, message) => {
    expect(await evaluate(...flags)).toBe(1);
    expect(terminal.stderr.text).toContain(message);
  });
});
