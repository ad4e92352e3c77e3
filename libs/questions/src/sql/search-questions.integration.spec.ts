import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type Id } from '@assay/contracts';
import { Database, migrate } from '@assay/persistence';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { visibilityOf, unrestricted } from '@assay/contracts/requests';
import { rowsRead } from '../testing/rows-read.js';
import { searchQuestions, type QuestionSearch } from './search-questions.js';

/** Plans are equal at 1,000,000 (a minute to write): `ASSAY_TEST_QUESTIONS=1000000`. */
const QUESTIONS = Number(process.env['ASSAY_TEST_QUESTIONS'] ?? 50_000);
const SLICE = 10_000;
/** Row limit of a search page. */
const FEW = 4000;

/**
 * Two workspaces, one with nearly all. One word in every question, one in every second, one in 10,000; of the first
 * 10,000, 100 follow the tenth.
 */
const SEED = [
  `create or replace function pg_temp.seeded_id(n integer) returns uuid language sql immutable as $$
     select ('0198f2c4-' || lpad(to_hex(n / 65536), 4, '0') || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$`,
  `insert into assay.runs (id, product, workspace_id, status, seed, advance_wanted, deadline_at,
                           finished_at)
   select pg_temp.seeded_id(n), 'question', case when n % 100 = 1 then $4::uuid else $1::uuid end, 'GOLD', 1, false, now(), now()
   from generate_series($2::integer, $3::integer) n`,
  `insert into assay.questions (run_id, workspace_id, question, requested_level, level, settings, name, follows)
   select pg_temp.seeded_id(n), case when n % 100 = 1 then $4::uuid else $1::uuid end,
          'How many orders ' || case when n % 2 = 0 then 'of customers' else '' end
            || case when n % 10000 = 5000 then ' with zeppelins' else '' end,
          'BASIC', 'BASIC', '{}', case when n % 10000 = 2 then 'weekly ' || n end,
          case when n % 100 = 50 and n < 10000 then pg_temp.seeded_id(10) end
   from generate_series($2::integer, $3::integer) n`,
];

function seededId(ordinal: number): Id {
  return `0198f2c4-0000-7000-8000-${ordinal.toString(16).padStart(12, '0')}`;
}

describe('a search among many questions', () => {
  let postgres: TestPostgres;
  let database: Database;
  const [busy, small, idle] = [newId(), newId(), newId()];

  beforeAll(async () => {
    postgres = await startTestPostgres();
    const url = await postgres.createFromTemplate('search', async (template) => void (await migrate(template)));
    database = new Database({ url });
    const workspaces = `insert into assay.workspaces (id, name, dialect, connection, privileges)
      select id, id::text, 'postgres', '', '{}' from unnest($1::uuid[]) id`;
    await database.query({ name: 'workspaces', text: workspaces }, [[busy, small, idle]]);
    const [makeIds = '', ...inserts] = SEED;
    for (let from = 1; from <= QUESTIONS; from += SLICE) {
      await database.transaction(async (connection) => {
        await connection.query({ name: '', text: makeIds });
        for (const text of inserts) await connection.query({ name: '', text }, [busy, from, from + SLICE - 1, small]);
      });
    }
    for (const table of ['runs', 'questions']) {
      await database.query({ name: `vacuum ${table}`, text: `vacuum analyze assay.${table}` });
    }
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  const look = async (changes: Partial<QuestionSearch>): Promise<{ found: number; rows: number }> => {
    const wanted = {
      workspaces: [busy],
      status: null,
      before: null,
      limit: 51,
      search: null,
      saved: false,
      follows: null,
      visibility: visibilityOf(unrestricted('test')),
      ...changes,
    };
    let found = 0;
    const { rows } = await rowsRead(database, async (connection) => {
      found = (await searchQuestions(connection, wanted)).length;
    });
    return { found, rows };
  };

  it.each<[string, Partial<QuestionSearch>, number]>([
    ['a word that every question has', { search: 'orders' }, 51],
    ['a word that every second one has', { search: 'customers' }, 51],
    ['both', { search: 'orders custom' }, 51],
    ['a rare word', { search: 'zeppelin' }, Math.min(51, QUESTIONS / 10_000)],
    [
      'a rare word beside common ones, in all workspaces',
      { search: 'orders zepp', workspaces: null },
      Math.min(51, QUESTIONS / 10_000),
    ],
    ['a word that none has', { search: 'quasar' }, 0],
    ['a common word, in a workspace that has none', { search: 'orders', workspaces: [idle] }, 0],
    ['a common word, with a key that opens no workspace', { search: 'orders', workspaces: [] }, 0],
    ['what is saved', { saved: true }, Math.min(51, QUESTIONS / 10_000)],
    ['what is saved, by a word', { saved: true, search: 'weekly' }, Math.min(51, QUESTIONS / 10_000)],
    ['what follows up a question of long ago', { follows: seededId(10) }, 51],
    ['what follows it up, in all workspaces', { follows: seededId(10), workspaces: null }, 51],
    ['what follows it up, by a rare word', { follows: seededId(10), search: 'zepp' }, 0],
    ['what follows it up and is saved', { follows: seededId(10), saved: true }, 0],
    ['what follows up a question that nothing follows', { follows: seededId(11) }, 0],
  ])('finds %s without reading all of them', async (_what, changes, expected) => {
    const { found, rows } = await look(changes);
    expect(found).toBe(expected);
    expect(rows).toBeLessThan(FEW);
  });

  it('continues from where a page ends', async () => {
    const of = async (before: Id | null): Promise<Id[]> => {
      const wanted = {
        workspaces: [busy],
        status: null,
        before,
        limit: 20,
        search: 'customers',
        saved: false,
        follows: null,
        visibility: visibilityOf(unrestricted('test')),
      };
      return (await searchQuestions(database, wanted)).map(({ id }) => id);
    };
    const first = await of(null);
    const next = await of(first.at(-1) ?? null);
    expect(next).toHaveLength(20);
    expect((next[0] ?? '') < (first.at(-1) ?? '')).toBe(true);
  });
});
