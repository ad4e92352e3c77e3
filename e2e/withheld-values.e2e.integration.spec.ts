import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentCall } from './harness/prompt-view.js';
import { toolCalls } from './harness/tool-replies.js';
import { shareWorld } from './harness/shared-world.js';
import type { World } from './harness/world.js';

/** Unique values; comments may be shown. */
const FIXTURE = `
  create table person (
    id integer primary key, name text not null, city text, weight numeric, born date, tags text[], extra jsonb
  );
  comment on table person is 'People, as the owner says.';
  create table visit (id integer primary key, person_id integer references person (id), note text, cost numeric(12, 3));
  insert into person values
    (770011, 'CANARY Alfa', 'CANARY-City', 7701.77, '1977-07-07', '{CANARY-tag}', '{"CANARY-key": "CANARY-deep"}'),
    (770022, 'CANARY Beta', 'CANARY-City', 7702.77, '1977-08-08', '{CANARY-tag}', '{"CANARY-key": 770033}'),
    (770066, 'x" CANARY ''quoted" value', 'CANARY-City', 7702.77, '1977-08-08', '{CANARY-tag}', '{}');
  create view broken as select id, name::integer as number from person;
  insert into visit values (770044, 770011, 'CANARY note', 7703.771), (770055, 770022, 'CANARY other', 7704.772);
`;
const CANARY = /CANARY|canary-deep|7700\d\d|770\d\.77|1977-0[78]-0[78]/;
const NAMES = 'SELECT name, city, weight, born, tags, extra FROM person ORDER BY id';
const NOTES = 'SELECT p.name, v.note, v.cost FROM person p JOIN visit v ON v.person_id = p.id ORDER BY v.id';

function leaks(calls: readonly AgentCall[]): string[] {
  return calls.flatMap(({ agent, call }) => {
    // digits of a fence may be those of a value
    const text = JSON.stringify(call.body).replaceAll(/data-\d+/g, 'data');
    const found = CANARY.exec(text);
    return found === null ? [] : [`${agent}: …${text.slice(Math.max(0, found.index - 80), found.index + 60)}…`];
  });
}

describe('sendRows: false', () => {
  let world: World;
  beforeAll(async () => {
    world = await shareWorld({ fixture: FIXTURE, workspace: { settings: { sendRows: false } } });
  });
  afterAll(() => world?.end());

  it('keeps every value from every agent, in a question that is compared', async () => {
    const { record, calls } = await world.play({ sql: ({ job }) => [NAMES, NOTES, NAMES][job] ?? NAMES });
    expect(record).toMatchObject({ status: 'GOLD', case: 'B' });
    expect(new Set(calls.map(({ agent }) => agent)).size).toBe(4);
    expect(leaks(calls)).toEqual([]);
    for (const call of calls.filter(({ agent }) => agent !== 'test-reducer')) {
      expect(call.prompt).toContain('People, as the owner says.');
    }
  });

  it('keeps them in a question that is reviewed, escalated and fails', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => `Assertion ${index + 1}.`);
    const { record, calls } = await world.play({
      sql: ({ job }) => [NAMES, NOTES, NAMES][job] ?? NAMES,
      tests: () => ten,
      judge: (_sql, statement) => (statement === ten[2] ? 'not right' : null),
      review: () => 'still not right',
    });
    expect(record.status).toBe('FAILED');
    expect(new Set(calls.map(({ agent }) => agent))).toContain('supervisor');
    expect(leaks(calls)).toEqual([]);
  });

  it.each([
    ['a cast of text to a number', 'SELECT name::integer FROM person'],
    ['a cast of text to a date', 'SELECT note::date FROM visit'],
    ['a cast of text to json', 'SELECT name::jsonb FROM person'],
    ['a number that is too large', 'SELECT id::smallint FROM person'],
    ['a cast of an element', 'SELECT tags[1]::boolean FROM person'],
    ['a time zone', 'SELECT now() AT TIME ZONE city FROM person'],
    ['a pattern', "SELECT 'x' ~ ('[' || name) FROM person"],
    ['an interval', 'SELECT city::interval FROM person'],
    ['an array', 'SELECT name::integer[] FROM person'],
    ['a value with quotes of its own', "SELECT name::integer FROM person WHERE name LIKE 'x%'"],
    ['the name of a relation', 'SELECT name::regclass FROM person'],
    ['the name of a type', 'SELECT city::regtype FROM person'],
    ['a text query', "SELECT (name || ' (')::tsquery FROM person"],
    ['a path', 'SELECT name::jsonpath FROM person'],
    ['a document', "SELECT ('<a>' || (SELECT string_agg(name, ' ') FROM person))::xml AS n"],
    ['an element', "SELECT ('<' || name || '>')::xml FROM person"],
    ['a document that is searched', "SELECT xpath('/a', ('<a>' || name)::xml) FROM person"],
    ['a document that is parsed', 'SELECT xmlparse(document name) FROM person'],
  ])('keeps the values out of what the database says of %s', async (_name, sql) => {
    const { record, calls } = await world.play(
      { sql: (call) => (call.turn === 0 && call.level === 'BASIC' ? sql : NAMES) },
      { settings: { sqlCandidates: 1 } },
    );
    expect(record.status).toBe('GOLD');
    expect(record.attempts[0]?.candidates[0]?.retries).toHaveLength(1);
    expect(calls.filter(({ report }) => report !== null)).toHaveLength(1);
    expect(leaks(calls)).toEqual([]);
  });

  it('shows tool results by shape, and errors without values', async () => {
    const looks: [string, object][] = [
      ['describe_table', { table: 'person' }],
      ['sample_rows', { table: 'person' }],
      ['sample_rows', { table: 'broken' }],
      ['find_values', { value: 'canary' }],
      ['run_query', { sql: NAMES }],
      ['run_query', { sql: 'SELECT name::integer FROM person' }],
      ['run_query', { sql: 'SELECT name::regclass FROM person' }],
      ['run_query', { sql: "SELECT name::integer FROM person WHERE name LIKE 'x%'" }],
      ['run_query', { sql: 'SELECT number FROM broken' }],
    ];
    const workspace = await world.createWorkspace({ settings: { sendRows: false, generatorTools: true } });
    const { record, calls } = await world.play(
      {
        sql: () => NAMES,
        any: ({ agent, turn }) => (agent === 'generator' && turn === 0 ? toolCalls(...looks) : undefined),
      },
      { workspace, settings: { sqlCandidates: 1 } },
    );
    expect(record.status).toBe('GOLD');
    const last = calls.filter(({ agent }) => agent === 'generator').at(-1);
    const results = last?.texts('tool-result').map((text) => JSON.parse(text) as unknown);
    expect(results).toMatchObject([
      { name: 'person', description: 'People, as the owner says.' },
      { rowCount: 3, columns: [{ name: 'id', nulls: 0, distinct: 3 }, {}, {}, {}, {}, {}, {}] },
      { error: 'The rows of this table cannot be read.' },
      { withheld: expect.any(String) },
      { rowCount: 3, columns: [{ name: 'name', type: 'text' }, {}, {}, {}, {}, {}] },
      { error: 'invalid text representation (22P02)' },
      { refused: expect.any(String) },
      { error: 'invalid text representation (22P02)' },
      { error: 'invalid text representation (22P02)' },
    ]);
    expect(leaks(calls)).toEqual([]);
  });

  it('keeps an invalid SQL’s last error blank in the prompts of the next level', async () => {
    const { record, calls } = await world.play(
      { sql: ({ level }) => (level === 'BASIC' ? 'SELECT name::integer FROM person' : NAMES) },
      { settings: { candidateRetries: 1 } },
    );
    expect(record).toMatchObject({ status: 'GOLD', level: 'ADVANCED' });
    expect(leaks(calls)).toEqual([]);
  });

  it('looks no value of the question up', async () => {
    const { calls } = await world.play({ sql: () => NAMES }, { question: 'Who is "alfa", and who lives in "city"?' });
    expect(leaks(calls)).toEqual([]);
    for (const call of calls) expect(call.texts('found-values')).toEqual([]);
  });

  it.each(['sendRows', 'generatorTools'])('cannot be loosened by a question: %s', async (setting) => {
    const reply = await world.api.post('/v1/questions', {
      workspace: world.workspace,
      question: 'Show me.',
      settings: { [setting]: true },
    });
    expect(reply).toMatchObject({ status: 422, body: { errors: [{ field: `settings.${setting}` }] } });
  });

  it('still shows the values to the caller', async () => {
    const { id } = await world.play({ sql: () => NAMES });
    const { rows } = await world.api.expect<{ rows: unknown[][] }>(200, 'GET', `/v1/questions/${id}/rows`);
    expect(rows[0]?.[0]).toBe('CANARY Alfa');
  });

  it('has its counterpart: where rows may be sent, judges see them', async () => {
    const workspace = await world.createWorkspace();
    const { calls } = await world.play({ sql: () => NAMES }, { workspace });
    expect(leaks(calls.filter(({ agent }) => agent === 'evaluator'))).toHaveLength(1);
  });
});
