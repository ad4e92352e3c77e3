/** An untyped literal beside a domain value may be cast to the domain, which runs its checks. */
const shouting = (head: string): string =>
  `create function ${head} returns bool language plpgsql immutable as $$ begin raise notice 'ran: ${head}'; return true; end $$`;

export const DOMAIN_DATABASE = [
  shouting('checked(text)'),
  shouting('checked(int)'),
  shouting('checked(int[])'),
  'create domain word as text check (checked(value))',
  'create domain amount as int check (checked(value))',
  'create domain amounts as int[] check (checked(value))',
  'create type pair as (n int, w word)',
  'create domain own_pair as pair',
  'create type amount_range as range (subtype = amount)',
  // `plain` has no arrays, rows or ranges; every column of `nested` does.
  'create table plain (id int, w word, n amount, l amounts)',
  "insert into plain values (1, 'b', 5, '{1}')",
  'create table nested (ws word[], c pair, d own_pair, cs pair[], r amount_range)',
  `insert into nested values ('{b}', '(1,b)', '(1,b)', '{"(1,b)"}', '[1,3)')`,
];

const OF_PLAIN = [
  'w',
  'n',
  'l',
  'p',
  'p.*',
  'public.plain.*',
  '(p).w',
  'array[w]',
  'array[p.*]',
  'array_agg(w)',
  'array_agg(n)',
  'array_agg(p)',
  'array_agg(p.*)',
  'array(select w from plain)',
  'array(select plain from plain)',
  'array(select plain.* from plain)',
  '(select w from plain)',
  '(select plain from plain)',
  '(select q.x from (select plain.* as x from plain) q)',
  '(select q.x from (select coalesce(plain.*) as x from plain) q)',
  "percentile_disc('{0.5}'::float8[]) within group (order by w)",
  "percentile_disc('{0.5}'::float8[]) within group (order by n)",
  "percentile_disc('{0.5}'::float8[]) within group (order by p)",
  'percentile_disc(0.5) within group (order by w)',
  'mode() within group (order by n)',
  'mode() within group (order by p.*)',
  "array_fill(w, '{1}'::int[])",
  'first_value(w) over ()',
  'first_value(p.*) over ()',
  'lag(w) over ()',
  'any_value(w)',
  'any_value(p.*)',
  'coalesce(w)',
  'coalesce(p.*)',
  'greatest(n)',
  'nullif(w, null)',
  'case when true then w end',
  'case when true then p.* end',
  'row(w, n)',
  'row(p.*)',
  "json_populate_record(p, '{}')",
  "json_populate_record(p.*, '{}')",
  '(array[w])[1]',
  'w collate "C"',
];

const OF_NESTED = [
  'ws',
  'c',
  'd',
  'cs',
  'r',
  'n',
  '(c).w',
  '(d).w',
  '(cs[1]).w',
  'cs[1]',
  'ws[1]',
  'max(ws)',
  'lower(r)',
  'multirange(r)',
  'range_agg(r)',
  'range_merge(r, r)',
  'unnest(ws)',
  "json_populate_record(c, '{}')",
  'trim_array(ws, 0)',
];

const LITERALS = ["'7'", "'x'", "'{7}'", "'{x}'", "'(1,x)'", '\'{"(1,x)"}\'', "'[1,2)'", "'{[1,2)}'", "'(1,x,7,{7})'"];

const BESIDE: ((value: string, text: string) => string)[] = [
  (value, text) => `coalesce(${value}, ${text})`,
  (value, text) => `coalesce(${text}, ${value})`,
  (value, text) => `case when true then ${value} else ${text} end`,
  (value, text) => `case ${value} when ${text} then 1 end`,
  (value, text) => `greatest(${value}, ${text})`,
  (value, text) => `nullif(${value}, ${text})`,
  (value, text) => `${value} in (${text}, ${text})`,
  (value, text) => `${text} in (${value})`,
  (value, text) => `${value} = any (${text})`,
  (value, text) => `${text} = any (${value})`,
  (value, text) => `${value} between ${text} and ${text}`,
  (value, text) => `${value} is distinct from ${text}`,
  (value, text) => `(${value}, 1) = (${text}, 1)`,
  (value, text) => `row(${value}) = row(${text})`,
  (value, text) => `row(${value}) *= row(${text})`,
  (value, text) => `lag(${value}, 1, ${text}) over ()`,
  (value, text) => `lead(${text}, 1, ${value}) over ()`,
  (value, text) => `array[${value}, ${text}]`,
  (value, text) => `array[[${value}], ${text}]`,
  (value, text) => `array_fill(${text}, array_fill(${value}, '{1}'))`,
  (value, text) => `percentile_disc(${text}) within group (order by ${value})`,
  (value, text) => `rank(${text}) within group (order by ${value})`,
  (value, text) => `(select ${value} union all select ${text})`,
  (value, text) => `(select ${text} intersect select ${value})`,
  (value, text) => `(values (${value}), (${text}))`,
  (value, text) => `(select x from (values (${value}), (${text})) v(x) limit 1)`,
  (value, text) => `${value} = (select ${text})`,
  (value, text) => `${value} in (select ${text})`,
  (value, text) => `${text} in (select ${value})`,
  (value, text) =>
    `(with recursive q(x) as (select ${value} union all select ${text} from q where false) select x from q)`,
  (value, text) => `(select 1 from (select ${value} as x) p natural join (select ${text} as x) q)`,
  (value, text) => `json_populate_record(${value}, ${text})`,
  (value, text) => `jsonb_populate_recordset(${value}, ${text})`,
  (value, text) => `jsonb_populate_record_valid(${value}, ${text})`,
];

const SOURCES = [
  { values: OF_PLAIN, from: 'plain p', operands: ['w', 'n', 'l', 'p.*', 'array[w]'] },
  { values: OF_NESTED, from: 'nested n', operands: ['ws', 'c', 'cs', 'r'] },
];

export function domainForms(operators: Iterable<string>): string[] {
  const symbols = [...operators].filter((symbol) => !/[a-z]/.test(symbol));
  return SOURCES.flatMap(({ values, from, operands }) =>
    values.flatMap((value) => {
      const source = value.startsWith('public.plain') ? 'plain' : from;
      const pairs = LITERALS.flatMap((text) => [
        ...BESIDE.map((beside) => beside(value, text)),
        ...(operands.includes(value) ? symbols : ['=', '||']).flatMap((symbol) => [
          `${value} ${symbol} ${text}`,
          `${text} ${symbol} ${value}`,
        ]),
      ]);
      const unions = LITERALS.flatMap((text) => [
        `select ${value} from ${source} union select ${text}`,
        `values (${text}) union all select ${value} from ${source}`,
      ]);
      return [...pairs.map((pair) => `select ${pair} from ${source}`), ...unions];
    }),
  );
}

export interface AllowedFunction {
  name: string;
  types: readonly string[];
  result: string;
  /** `o` and `h` aggregate within a group, `w` is a window function. */
  kind: string;
  /** Arguments before WITHIN GROUP. */
  direct: number;
}

const ARGUMENTS = [
  ...['w', 'n', 'l', 'p', 'p.*'].map((value) => ({ value, from: 'plain p' })),
  ...['ws', 'c', 'cs', 'r'].map((value) => ({ value, from: 'nested n' })),
];
const FEW_LITERALS = ["'7'", "'{7}'", "'{x}'", '\'{"(1,x)"}\'', "'[1,2)'", "'{0.5}'"];
const RESULT_LITERALS = ["'{x}'", "'{7}'", "'{[1,2)}'", "'[1,2)'"];

/** With the value at each argument, and the result beside literals. */
export function domainCalls(one: AllowedFunction): string[] {
  return ARGUMENTS.flatMap(({ value, from }) => {
    const calls = one.types.flatMap((_, place) =>
      (one.types.length === 1 ? [value] : FEW_LITERALS).map((text) =>
        callOf(
          one,
          one.types.map((_type, at) => (at === place ? value : text)),
        ),
      ),
    );
    return calls.flatMap((call) => [
      `select ${call} from ${from}`,
      ...(one.result.startsWith('any') ? RESULT_LITERALS : []).map(
        (text) => `select coalesce(${call}, ${text}) from ${from}`,
      ),
    ]);
  });
}

function callOf({ name, kind, direct }: AllowedFunction, values: string[]): string {
  if (kind === 'w') return `${name}(${values.join(', ')}) over ()`;
  if (kind !== 'o' && kind !== 'h') return `${name}(${values.join(', ')})`;
  return `${name}(${values.slice(0, direct).join(', ')}) within group (order by ${values.slice(direct).join(', ')})`;
}
