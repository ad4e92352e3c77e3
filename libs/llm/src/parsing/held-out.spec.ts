import { describe, expect, it } from '@jest/globals';
import { interpretAnswer } from '../answers/interpret-answer.js';
import { parseResponse } from './parse-response.js';

const REPLIES: [what: string, reply: string, found: unknown[], error?: string][] = [
  ['a fence inside a text', '```json\n{"sql":"```sql\\nSELECT 1\\n```"}\n```', [{ sql: '```sql\nSELECT 1\n```' }]],
  ['a raw fence inside a text', '```json\n{"a":"see\n```sql\nX\n```\nok"}\n```', [{ a: 'see\n```sql\nX\n```\nok' }]],
  ['a fence in a longer fence', '````md\n```json\n{"a":1}\n```\n````', [{ a: 1 }]],
  ['JSON5 in a tilde fence', "~~~JSON5\n{a:1,b:'two',}\n~~~", [{ a: 1, b: 'two' }]],
  ['a fence on one line', '```json{"a":1}```', [{ a: 1 }]],
  ['a fence of SQL before the object', '```sql\nSELECT 1\n```\nAnd {"a":1}', [{ a: 1 }]],
  ['an argument in a tag of its own', '<tool_call name="x"><a>1</a></tool_call>', [['x', { a: 1 }]]],
  [
    'arguments in tags beside the name',
    '<tool_call><name>x</name><sql>SELECT 1 < 2</sql><n>3</n></tool_call>',
    [['x', { sql: 'SELECT 1 < 2', n: 3 }]],
  ],
  ['a named call that breaks off in an argument', '<tool_call name="get"><city>Rome', [], 'truncated_tool_call'],
  ['words in place of arguments', '<tool_call name="x">plain words</tool_call>', [], 'invalid_arguments'],
  ['a parameter that nothing closes', '<invoke name="x"><parameter name="a">1</invoke>', [], 'invalid_arguments'],
  ['a call without arguments', '<invoke name="x">\n</invoke>', [['x', {}]]],
  ['a call named in its tag', '<tool_call name="run_query">{"sql":"x"}</tool_call>', [['run_query', { sql: 'x' }]]],
  ['a brace in a text in a tag', '<function=f_g>{"sql":"\'}\'"}</function>', [['f_g', { sql: "'}'" }]]],
  [
    'a comparison in a parameter',
    '<invoke name="run_query"><parameter name="sql">SELECT 1 < 2</parameter></invoke>',
    [['run_query', { sql: 'SELECT 1 < 2' }]],
  ],
  [
    'function and parameter tags',
    '<tool_call>\n<function=run_query>\n<parameter=sql>\nSELECT 1\n</parameter>\n</function>\n</tool_call>',
    [['run_query', { sql: 'SELECT 1' }]],
  ],
  ['a list behind a marker', '[TOOL_CALLS] [{"name":"a_b","arguments":{"x":1}}]', [['a_b', { x: 1 }]]],
  ['a call behind a control token', '<|python_tag|>{"name":"a_b","parameters":{"x":1}}', [['a_b', { x: 1 }]]],
  ['a tag that never closes', '<tool_call>{"name":"a_b","arguments":{"x":1}}', [['a_b', { x: 1 }]]],
  ['a call that breaks off', '<tool_call>{"name":"a_b","arguments":{"x":1', [], 'truncated_tool_call'],
  ['curly quotes', "{“sql”: “it’s 'a'”}", [{ sql: "it’s 'a'" }]],
  ['guillemets', '{«a»: «b»}', [{ a: 'b' }]],
  ['an apostrophe between apostrophes', "{'a': 'it's ok', 'b': 1}", [{ a: "it's ok", b: 1 }]],
  ['Python', '{"a": True, "b": None, "c": (1, 2)}', [{ a: true, b: null, c: [1, 2] }]],
  ['three kinds of comments', '{ // one\n "a": 1, /* two */ "b": 2 # three\n}', [{ a: 1, b: 2 }]],
  [
    'words without quotes',
    '{reasoning: because it is so, sql: SELECT 1}',
    [{ reasoning: 'because it is so', sql: 'SELECT 1' }],
  ],
  ['triple quotes', '{"sql": """SELECT "a" FROM t"""}', [{ sql: 'SELECT "a" FROM t' }]],
  ['backticks', '{"sql": `SELECT "a"\nFROM t`}', [{ sql: 'SELECT "a"\nFROM t' }]],
  ['raw line breaks', '{"sql": "SELECT a\nFROM b\tWHERE c"}', [{ sql: 'SELECT a\nFROM b\tWHERE c' }]],
  ['odd numbers', '{"a": +1, "b": .5, "c": 1_000, "d": 0x1F, "e": 1.}', [{ a: 1, b: 0.5, c: 1000, d: 31, e: 1 }]],
  ['texts that are added', '{"a": "b" + "c"}', [{ a: 'bc' }]],
  ['arguments encoded twice', '{"name":"a_b","arguments":"\\"{\\\\\\"x\\\\\\":1}\\""}', [['a_b', { x: 1 }]]],
  ['an escaped object', '{\\"a\\": \\"b\\", \\"c\\": [1]}', [{ a: 'b', c: [1] }]],
  ['a byte order mark and CRLF', '\ufeff```json\r\n{"a":1}\r\n```\r\n', [{ a: 1 }]],
  ['one object a line', '{"a":1}\n{"a":2}', [{ a: 1 }, { a: 2 }]],
  ['missing commas', '{"a": 1 "b": 2\n"c": 3}', [{ a: 1, b: 2, c: 3 }]],
  ['a list closed by a brace', '{"a": {"b": 1}, "c": [1,2}', [{ a: { b: 1 }, c: [1, 2] }]],
  ['braces too many', '{"a":1}}}', [{ a: 1 }]],
  ['placeholders and citations', 'Use {name} like {{this}} and [1], [2] then {"a":1}.', [{ a: 1 }]],
  [
    'arguments that are a list',
    '{"name":"a_b","arguments":[1,2]}',
    [{ name: 'a_b', arguments: [1, 2] }],
    'invalid_arguments',
  ],
  [
    'a nameless entry beside a good one',
    '{"tool_calls":[{"function":{"arguments":"{}"}},{"function":{"name":"a_b","arguments":"{\\"x\\":1}"}}]}',
    [['a_b', { x: 1 }]],
  ],
  [
    'a whole response',
    '{"choices":[{"message":{"content":null,"tool_calls":[{"function":{"name":"a_b","arguments":"{}"}}]}}]}',
    [['a_b', {}]],
  ],
  ['a bad escape', '{"a":"\\u12G4"}', [], 'invalid_unicode_escape'],
  ['line breaks written as escapes between the parts', '{\\n  "a": "x",\\n  "b": [1]\\n}', [{ a: 'x', b: [1] }]],
  ['an escape before a closer in a text', '["say "hi"\\n", "c"]', [['say "hi"\n', 'c']]],
  ['escaped JSON that starts with a line break', '{\\n  \\"a\\": \\"b\\"\\n}', [{ a: 'b' }]],
  ['an escaped list of objects', '[{\\"a\\":1}]', [[{ a: 1 }]]],
  ['closers too many after a list', '[1, 2]]', [[1, 2]]],
  ['a list that a comma follows', '[1, 2],', [[1, 2]]],
  ['a list whose end was forgotten before a key', '{"a": ["x", "y", "b": 1}', [{ a: ['x', 'y'], b: 1 }]],
  ['a closing quote forgotten in a list', '["hello, "world"]', [['hello', 'world']]],
  ['words in quotes in a list', '["he said, "go" and left"]', [['he said, "go" and left']]],
  ['a closing quote forgotten behind one of the text', '{"sql": "a = \'b\'}', [{ sql: "a = 'b'" }]],
  ['a closing quote of another kind', '{"a": "b\'}', [{ a: 'b' }]],
  ['colons of another kind', '{"a" = "x"}{"b":: 1}', [{ a: 'x' }, { b: 1 }]],
  ['semicolons for commas', '{"a": 1; "b": "x;y"; "c": 2}', [{ a: 1, b: 'x;y', c: 2 }]],
  ['a key between two kinds of quotes', '{"a\': 1, "b": 2}', [{ a: 1, b: 2 }]],
  [
    'a call whose name is null',
    '{"name":null,"arguments":{"x":1}}',
    [{ name: null, arguments: { x: 1 } }],
    'missing_tool_name',
  ],
  ['calls under the key of one', '{"tool_code":[{"name":"a_b","arguments":{}}]}', [['a_b', {}]]],
  ['calls encoded as a text', '{"tool_calls":"[{\\"name\\":\\"a_b\\",\\"arguments\\":{}}]"}', [['a_b', {}]]],
  [
    'letters that lower case makes longer',
    '<tool_call><name>a_b</name><arguments><x>İİİ</x><y>1</y></arguments></tool_call>',
    [['a_b', { x: 'İİİ', y: 1 }]],
  ],
  ['YAML', '```yaml\nsql: SELECT 1\n```', []],
];

describe('replies that the parser was not written for', () => {
  it.each(REPLIES.map(([what, reply, found, error]) => [what, { reply, found, error }] as const))(
    '%s',
    (_what, row) => {
      const { reply, found, error } = row;
      const { blocks, error: reported } = parseResponse(reply);
      expect(blocks.map(({ original }) => original).join('')).toBe(reply);
      const values = blocks.filter(({ kind }) => kind !== 'text');
      expect(values.map((block) => (block.kind === 'json' ? block.value : [block.name, block.arguments]))).toEqual(
        found,
      );
      expect(reported?.code).toBe(error);
    },
  );
});

const candidate = { reasoning: 'r', sql: 'SELECT 1' };
const verdicts = (...given: [number, string, string][]): object => ({
  reasoning: 'r',
  verdicts: given.map(([test, verdict, reason]) => ({ test, verdict, reason })),
});

const ANSWERS: [what: string, contract: Parameters<typeof interpretAnswer>[0], answer: string, value: object][] = [
  ['behind its thinking', 'sql_candidate', '<think>{"sql":"no"}</think>{"reasoning":"r","sql":"SELECT 1"}', candidate],
  [
    'thinking without a beginning',
    'sql_candidate',
    'hm {"sql":"no"}</think>\n{"reasoning":"r","sql":"SELECT 1"}',
    candidate,
  ],
  [
    'after a draft',
    'sql_candidate',
    'Draft: {"reasoning":"a","sql":"0"}\nFinal: {"reasoning":"r","sql":"SELECT 1"}',
    candidate,
  ],
  ['in capitals', 'sql_candidate', '{"Reasoning":"r","SQL":"SELECT 1"}', candidate],
  ['wrapped', 'sql_candidate', '{"answer":{"reasoning":"r","sql":"SELECT 1"}}', candidate],
  [
    'as lines',
    'sql_candidate',
    '{"reasoning":"r","sql":["SELECT 1","FROM t"]}',
    { ...candidate, sql: 'SELECT 1\nFROM t' },
  ],
  ['fenced within', 'sql_candidate', '{"reasoning":"r","sql":"```sql\\nSELECT 1\\n```"}', candidate],
  [
    'numbers as words',
    'verdicts',
    '{"reasoning":"r","verdicts":[{"test":"Test 2","verdict":"Ko.","reason":5}]}',
    verdicts([2, 'KO', '5']),
  ],
  [
    'as truths',
    'verdicts',
    '{"reasoning":"r","verdicts":[{"test":1,"verdict":true,"reason":"x"}]}',
    verdicts([1, 'OK', 'x']),
  ],
  [
    'by number',
    'verdicts',
    '{"reasoning":"r","verdicts":{"2":{"verdict":"KO","reason":"y"}}}',
    verdicts([2, 'KO', 'y']),
  ],
  [
    'in per cent',
    'choice',
    '{"reasoning":"r","winner":"SQL B","confidence":"85%"}',
    { reasoning: 'r', winner: 'B', confidence: 0.85 },
  ],
  [
    'with a comma',
    'choice',
    '{"reasoning":"r","winner":"Tie","confidence":"0,8"}',
    { reasoning: 'r', winner: 'tie', confidence: 0.8 },
  ],
  [
    'plain statements',
    'test_suite',
    '{"reasoning":"r","tests":["It counts."]}',
    { reasoning: 'r', tests: [{ statement: 'It counts.', evidenceCritical: false }] },
  ],
  [
    'numbers in one text',
    'reduced_tests',
    '{"reasoning":"r","groups":[{"keep":"1","duplicates":"2, 3"},{"keep":4,"duplicates":"none"}]}',
    {
      reasoning: 'r',
      groups: [
        { keep: 1, duplicates: [2, 3] },
        { keep: 4, duplicates: [] },
      ],
    },
  ],
];

describe('answers in all but form', () => {
  it.each(ANSWERS)('%s: %s', (_what, contract, content, value) => {
    const reading = interpretAnswer(contract, { content, toolCalls: [], refusal: null, finishReason: 'stop' });
    expect(reading).toMatchObject({ ok: true, value });
  });
});
