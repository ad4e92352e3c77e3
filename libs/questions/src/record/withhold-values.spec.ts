import { describe, expect, it } from '@jest/globals';
import {
  newId,
  PermanentError,
  QUESTION_EVENTS,
  recordSchema,
  timelineSchema,
  type Settings,
  type TableSchema,
} from '@assay/contracts';
import { toJsonSchema } from '@assay/contracts/requests';
import { publicNames } from '@assay/sql';
import { quotableOf } from './quotable.js';
import { withholdLiterals, type Quotable } from './withhold-literals.js';
import { withholdValues } from './withhold-values.js';

/** Texts that a curator reads: SQL, tests, what the asker wrote, names and codes. */
const SHOWN = [
  'agent',
  'allowExtensions',
  'allowFunctions',
  'alsoAs',
  'alternative',
  'any',
  'behaviour',
  'check',
  'cluster',
  'code',
  'columns',
  'correctedSql',
  'finishReason',
  'flags',
  'frames',
  'id',
  'instance',
  'meaning',
  'model',
  'name',
  'option',
  'parser',
  'promptHash',
  'question',
  'requirement',
  'roles',
  'schemaHash',
  'settled',
  'source',
  'sql',
  'statement',
  'test',
  'type',
];

const CANARY = 'CANARY';
/** A sample has its canary as the name of a table. */
const NAMES = publicNames([], ['canary']);

type Schema = Record<string, unknown>;

/** A value that matches the schema, with a canary in every text and value that is not an enumeration. */
function sampleOf(schema: Schema): unknown {
  const {
    anyOf,
    type: types,
    properties,
    items,
    additionalProperties,
  } = schema as {
    anyOf?: Schema[];
    type?: string | string[];
    properties?: Record<string, Schema>;
    items?: Schema;
    additionalProperties?: Schema | false;
  };
  const [type] = [types].flat();
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (anyOf) return sampleOf(anyOf[0] as Schema);
  if (type === 'array') return items ? [sampleOf(items)] : [CANARY];
  if (type === 'object') {
    const own = Object.entries(properties ?? {}).map(([name, inner]) => [name, sampleOf(inner)]);
    const more = additionalProperties && Object.keys(additionalProperties).length > 0;
    return Object.fromEntries(more ? [...own, ['any', sampleOf(additionalProperties)]] : own);
  }
  if (type === 'string') return schema['format'] === undefined ? CANARY : 'formatted';
  return type === undefined ? CANARY : 1;
}

/** Names of the fields that still show a canary. */
function shownIn(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((inner) => shownIn(inner, name));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([field, inner]) => shownIn(inner, field));
  }
  return value === CANARY ? [name] : [];
}

/** Texts that stay where rows differ by person: names, codes, and SQL without its literals. */
const SHOWN_OF_PERSONS = [
  'agent',
  'allowExtensions',
  'allowFunctions',
  'alsoAs',
  'any',
  'code',
  'correctedSql',
  'finishReason',
  'flags',
  'frames',
  'model',
  'name',
  'parser',
  'promptHash',
  'roles',
  'schemaHash',
  'source',
  'sql',
  'type',
];

describe('withheld values', () => {
  it('are absent from every text of a record, its events and its timeline except the listed ones', () => {
    const events = Object.values(QUESTION_EVENTS).map((fields) => timelineSchema.extend(fields));
    const samples = [recordSchema, ...events].map((schema) => sampleOf(toJsonSchema(schema, 'output') as Schema));
    const all = shownIn(samples);
    const some = ['rows', 'given', 'defined', 'error', 'refusals', 'comment', 'fault', 'text'];
    expect(some.filter((name) => !all.includes(name))).toEqual([]);
    expect([...new Set(shownIn(withholdValues(samples)))].sort()).toEqual(SHOWN);
  });

  it('are absent from words of models, too, where rows differ by person', () => {
    const events = Object.values(QUESTION_EVENTS).map((fields) => timelineSchema.extend(fields));
    const samples = [recordSchema, ...events].map((schema) => sampleOf(toJsonSchema(schema, 'output') as Schema));
    expect([...new Set(shownIn(withholdValues(samples, { text: 'How many?', names: NAMES })))].sort()).toEqual(
      SHOWN_OF_PERSONS,
    );
  });

  it('are no hashes of rows or SQL that could be guessed, and equal ones stay equal', () => {
    const id = newId();
    const shown = {
      id,
      cluster: 'c0ffee',
      behaviours: [{ id: 'c0ffee' }, { id: 'badf00d' }],
      candidate: { behaviour: 'c0ffee' },
    };
    const quotable = { text: 'How many?', names: NAMES };
    const [one, two] = [withholdValues(shown, quotable), withholdValues(shown, quotable)];
    expect(one.id).toBe(id);
    expect(one.cluster).toMatch(/^[0-9a-f]{12}$/);
    expect([one.behaviours[0]?.id, one.candidate.behaviour]).toEqual([one.cluster, one.cluster]);
    expect(one.behaviours[1]?.id).not.toBe(one.cluster);
    expect(two.cluster).not.toBe(one.cluster);
  });

  it('are absent from sentences with apostrophes or other quotes', () => {
    const prose = {
      statement: "The person's city must be 'Canary'",
      requirement: 'the person\'s city is "Canary"',
      alternatives: [{ id: 'a', meaning: 'in Canary' }],
      test: 'Canary only',
      columns: [{ name: 'Canary', type: 'text' }],
    };
    expect(withholdValues({ ...prose, question: 'How many?' }, { text: 'How many?', names: NAMES })).toEqual({
      statement: 'withheld',
      requirement: 'withheld',
      alternatives: [],
      test: 'withheld',
      columns: [],
      question: 'How many?',
    });
  });

  it('leave SQL, tests, verdicts, codes and figures', () => {
    const shown = withholdValues({
      question: 'How many?',
      attempts: [
        {
          candidates: [
            { sql: 'select 1', reasoning: 'ACME', execution: { rowCount: 1, rows: [['ACME']], error: null } },
          ],
          verdicts: [
            {
              verdict: 'FAIL',
              reason: 'it returns ACME',
              severity: null,
              witness: { given: 7, defined: { a: 'ACME' } },
            },
          ],
        },
      ],
      reason: { kind: 'tests', message: 'ACME' },
      error: { code: 'X', message: 'value "ACME"' },
    });
    expect(shown).toEqual({
      question: 'How many?',
      attempts: [
        {
          candidates: [{ sql: 'select 1', reasoning: 'withheld', execution: { rowCount: 1, rows: [], error: null } }],
          verdicts: [{ verdict: 'FAIL', reason: 'withheld', severity: null, witness: { given: null, defined: null } }],
        },
      ],
      reason: { kind: 'tests', message: 'withheld' },
      error: { code: 'X', message: 'withheld' },
    });
  });
});

describe('literals and names of SQL', () => {
  const text = 'Which 25 people live in rome since 1,990?';
  const columns = ['n', 'city', 'Ann', 'line_items', 'Free Meals (K-12)'].map((name) => ({ name }));
  const tables = [{ schema: 'shop', name: 'order_items', columns }] as unknown as TableSchema[];
  const quotable = { text, names: publicNames(tables, [text, 'own_function']) };

  it.each([
    ["select * from c where n = 'Ann' and city = 'Rome'", "select * from c where n = '…' and city = 'Rome'"],
    ["where n = 'O''Hara' or n = E'a\\'b' or n = $x$Ann$x$", "where n = '…' or n = '…' or n = '…'"],
    ["where n = U&'\\0041nn' or n = B'101'", "where n = '…' or n = '…'"],
    ['where id = 48213 or id in (7, .5, 1e6, 0x1F)', 'where id = … or id in (…, …, …, …)'],
    ['select 100.0 * x from t1 where y > 1990 limit 25', 'select 100.0 * x from t1 where y > 1990 limit 25'],
    ["select 1 -- Ann\n, /* 'Ann */ 'Ann'", "select 1 \n,  '…'"],
    [
      'select sum(x) filter (where n = \'Ann\') as ann, 1 as "Bob"',
      'select sum(x) filter (where n = \'…\') as ann, 1 as "…"',
    ],
    [
      "select n from c where city = 'Order' group by city order by 2",
      "select n from c where city = '…' group by city order by 2",
    ],
    ["select avg(line_items) from c where city = 'line'", "select avg(line_items) from c where city = '…'"],
    [
      "select 1 where n in ('F', 'people', 'IN', 'ople', 'people live')",
      "select 1 where n in ('…', 'people', '…', '…', 'people live')",
    ],
    ['select n as b_o_b, 1 as t1, $bob$rome$bob$ from c', 'select n as "…", 1 as t1, \'…\' from c'],
    ["select sum(x) filter (where n = 'Ann Lee') as sum_ann_lee", 'select sum(x) filter (where n = \'…\') as "…"'],
    ['select "Ann" from "Rome"', 'select "Ann" from "Rome"'],
    ["select 'unterminated", 'withheld'],
    ['select count(*) "Bob" from c', 'select count(*) "…" from c'],
    ['select count(*) as bob, 1 bob_lee, 1 as total_bob', 'select count(*) as "…", 1 "…", 1 as "…"'],
    ['with bob as (select 1) select * from bob', 'with "…" as (select 1) select * from "…"'],
    ['select b.x from (values (1)) as b (bob)', 'select b.x from (values (1)) as b ("…")'],
    ['select * from c where city = "Bob"', 'select * from c where city = "…"'],
    ['select rank() over bob from c window bob as ()', 'select rank() over "…" from c window "…" as ()'],
    ['select U&"\\0042ob", 1 as 🙂, 1 "A🙂", $48213, 1 as n48213', 'select U&"…", 1 as "…", 1 "…", "…", 1 as "…"'],
    ...[
      'select sum(oi.n) as total_items, count(*) "People", 1 as top_25 from shop.order_items oi group by t1.x',
      'with ranked as (select date_trunc(\'month\', d) as month_start, own_function("Free Meals (K-12)") from c)',
      "select d + interval '1 month' as prev, round(n, 2) as running_total from c order by 2 limit 10",
      'select x::timestamptz, row_number() over (partition by city order by avg(n) desc nulls last) as rank, $1',
    ].map((sql): [string, string] => [sql, sql]),
  ])('that the asker did not write and the database does not have are withheld: %s', (sql, shown) => {
    expect(withholdLiterals(sql, quotable)).toBe(shown);
    const [given, kept] = [
      { sql, alsoAs: [sql], correctedSql: sql },
      { sql: shown, alsoAs: [shown], correctedSql: shown },
    ];
    expect(withholdValues(given, quotable)).toEqual(kept);
    expect(withholdValues({ sql, alsoAs: [sql] })).toEqual({ sql, alsoAs: [sql] });
  });

  it('quote no name of an erased schema', async () => {
    const blocks = (missing: string) => ({ json: () => Promise.reject(new PermanentError(missing, 'erased')) });
    const settings = { asker: { allowFunctions: ['own'] } } as unknown as Settings;
    const row = { workspace: newId(), schemaHash: 'hash', question: text, settings };
    const erased = await quotableOf(blocks('BLOCK_MISSING'), row);
    expect(withholdLiterals('select own(city) from rome', erased as Quotable)).toBe('select own("…") from rome');
    await expect(quotableOf(blocks('OTHER'), row)).rejects.toThrow('erased');
    expect(await quotableOf(blocks('OTHER'), { ...row, settings: { ...settings, asker: null } })).toBeNull();
  });
});
