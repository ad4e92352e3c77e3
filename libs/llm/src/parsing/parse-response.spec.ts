import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { DEFAULT_PARSERS, parseResponse } from './parse-response.js';

interface ParsingCase {
  id: string;
  input: string;
  expected: { kind: 'json' | 'tool_calls' | 'text' | 'error'; value: unknown; many?: boolean };
}
const cases = JSON.parse(
  readFileSync(new URL('../../fixtures/parsing-cases.json', import.meta.url), 'utf8'),
) as ParsingCase[];

function outcome(input: string): { kind: string; value: unknown } {
  const { blocks, error } = parseResponse(input);
  expect(blocks.map((block) => block.original).join('')).toBe(input);
  if (error !== null) return { kind: 'error', value: error.code };
  const calls = blocks.filter((block) => block.kind === 'tool_call');
  if (calls.length > 0) {
    return { kind: 'tool_calls', value: calls.map((call) => ({ name: call.name, arguments: call.arguments })) };
  }
  const values = blocks.filter((block) => block.kind === 'json').map((block) => block.value);
  if (values.length > 0) return { kind: 'json', value: values };
  return { kind: 'text', value: input };
}

describe('the adopted cases', () => {
  it.each(cases.map((entry) => [entry.id, entry] as const))('%s', (_id, { input, expected }) => {
    const { kind, value, many } = expected;
    expect(outcome(input)).toEqual({ kind, value: kind === 'json' && many !== true ? [value] : value });
  });
});

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const values: Record<string, [input: string, ...found: unknown[]][]> = {
  'prose around it': [
    ['use {table} like this: {"sql": "x"}', { sql: 'x' }],
    ['Option [B], because {it} fits: {"pick": "B"}. See [3].', { pick: 'B' }],
    ["It's this: {'a': 'b'} ok?", { a: 'b' }],
    ['He wrote "ok {" and then {"a": 1}', { a: 1 }],
    ['answer = {"a": 1};', { a: 1 }],
    ['Values:\n[10, 20]\nas asked', [10, 20]],
    ['{{"a": 1}}', { a: 1 }],
  ],
  fences: [
    ['```\n{"k": 1}\n```', { k: 1 }],
    ['```json\n{"k": 1}', { k: 1 }],
    ['```json\n{"k": "use ``` here"}\n```\nbye', { k: 'use ``` here' }],
    ['```json\n{"k": "a\n```\nb"}\n```', { k: 'a\n```\nb' }],
    ['~~~json\n{"k": 1}\n~~~', { k: 1 }],
    ['````json\n{"k": 1}\n````', { k: 1 }],
    ['```json\nHere it is: {"k": 1}\n```', { k: 1 }],
    ['``` json\r\n{"k": 1}\r\n```', { k: 1 }],
    ['1. First:\n   ```json\n   {"a": 1}\n   ```\n2. Next', { a: 1 }],
    ['```json\n{"a": 1}\n{"a": 2}\n```', { a: 1 }, { a: 2 }],
    ["```python\n{'a': True}\n```", { a: true }],
    ['```json\n{"a": 1\n```\nThat was all.', { a: 1 }],
    ['```js\nrun()\n```\nthen {"a": 1}', { a: 1 }],
    ['```json\n{"a": 1}\n```json\n{"a": 2}\n```', { a: 1 }, { a: 2 }],
    ['a stray ``` and {"a": 1}', { a: 1 }],
  ],
  quotes: [
    ['{“mood”: “calm”}', { mood: 'calm' }],
    ['{‘mood’: ‘calm’}', { mood: 'calm' }],
    ['{`mood`: `calm`}', { mood: 'calm' }],
    ['{"mood": calm"}', { mood: 'calm' }],
    ['{"mood: "calm"}', { mood: 'calm' }],
    ['{""mood"": ""calm""}', { mood: 'calm' }],
    ['{"mood": ""calm"}', { mood: 'calm' }],
    ['{"why": "the column "id" is unique"}', { why: 'the column "id" is unique' }],
    ['{"why": "rows, "all" of them, "or" none", "n": 1}', { why: 'rows, "all" of them, "or" none', n: 1 }],
    ["{'why': 'it's late', 'n': 1}", { why: "it's late", n: 1 }],
    ['{"a": "x", "b: 2}', { a: 'x', b: 2 }],
    ['{"a": "first,\n "b": "second"}', { a: 'first', b: 'second' }],
    ['[\n"north,\n"south"\n]', ['north', 'south']],
    ['{"a": ["x", "y]}', { a: ['x', 'y'] }],
    ['{"a": """two "good" lines""", "b": 1}', { a: 'two "good" lines', b: 1 }],
    ['{"html": "<p id="top">Now - "free"?</p>"}', { html: '<p id="top">Now - "free"?</p>' }],
    ['["a "small" step"]', ['a "small" step']],
    ['{"a": "", \'b\': ""}', { a: '', b: '' }],
    ['{"one": "done.""two": "next"}', { one: 'done.', two: 'next' }],
  ],
  keys: [
    ['{1: "a", 2: "b"}', { 1: 'a', 2: 'b' }],
    ['{a: b, c: d}', { a: 'b', c: 'd' }],
    ['{"a" => 1}', { a: 1 }],
    ['{"a" 1}', { a: 1 }],
    ['{"a" "b", "c" "d"}', { a: 'b', c: 'd' }],
    ['{my-key: 1, $ref: "x"}', { 'my-key': 1, $ref: 'x' }],
    ['{my key: "v"}', { 'my key': 'v' }],
    ['{"city": New Delhi, "n": 1}', { city: 'New Delhi', n: 1 }],
    ['{"a": 1, b": 2}', { a: 1, b: 2 }],
    ['{"a":, "b": }', { a: null, b: null }],
    ['{"ok": true, NOTE "more": "x"}', { ok: true, more: 'x' }],
    ['{"why": red, green, blue.",}', { why: 'red, green, blue.' }],
    ['{url: http://a.b/c?d=1}', { url: 'http://a.b/c?d=1' }],
    ['{"at": 10:30, "n": 1}', { at: '10:30', n: 1 }],
    ['{"f": max(id)}', { f: 'max(id)' }],
    ['{"__proto__": 1}', JSON.parse('{"__proto__": 1}')],
  ],
  commas: [
    ['{"a": 1 "b": 2}', { a: 1, b: 2 }],
    ['{"a": "x"\n"b": [1]\n"c": null}', { a: 'x', b: [1], c: null }],
    ['[1,,2]', [1, 2]],
    ['[1 2 3]', [1, 2, 3]],
    ['[{"a":1} {"a":2}]', [{ a: 1 }, { a: 2 }]],
    ['{,"a": 1,}', { a: 1 }],
  ],
  'an end too early': [
    ['{"a": "hel', { a: 'hel' }],
    ['{"a": 1, "b', { a: 1 }],
    ['{"a": tr', { a: true }],
    ['{"a": 1.', { a: 1 }],
    ['[{"a": 1}, {"a": 2', [{ a: 1 }, { a: 2 }]],
    ['Sure: {"a": {"b": "x", "c": [1, {"d": "y', { a: { b: 'x', c: [1, { d: 'y' }] } }],
    ['```json\n{"a": 1, "b": "half', { a: 1, b: 'half' }],
    ['{"t": "x\\', { t: 'x' }],
    ['{"t": "x\\ud83d', { t: 'x' }],
  ],
  closers: [
    ['{"a": 1]', { a: 1 }],
    ['[1, 2}', [1, 2]],
    ['[{"b":2]', [{ b: 2 }]],
    ['[{"i":1,{"i":2}]', [{ i: 1 }, { i: 2 }]],
    ['[{"k":"v"}},{"k":"w"}]', [{ k: 'v' }, { k: 'w' }]],
    ['{"a": ["x", "y"}, "b": 2}', { a: ['x', 'y'], b: 2 }],
    ['{"list":[{"k": "v"], "n": 1}', { list: [{ k: 'v' }], n: 1 }],
    ['{a: [}', { a: [] }],
  ],
  'literals and numbers': [
    ['{"a": undefined, "b": NaN, "c": None}', { a: null, b: null, c: null }],
    ['[True, False]', [true, false]],
    ['{"x": 5., "y": +5, "z": -.5}', { x: 5, y: 5, z: -0.5 }],
    ['{"x": 0x1F, "y": 2e+, "z": 1_234.5}', { x: 31, y: 2, z: 1234.5 }],
    ['{"x": 007, "y": 10-20, "z": 1.2.3}', { x: '007', y: '10-20', z: '1.2.3' }],
    ['{"x": 1,000, "y": 50%, "z": 3,14}', { x: '1,000', y: '50%', z: '3,14' }],
    ['{"d": 2024-01-05, "n": 5 kg}', { d: '2024-01-05', n: '5 kg' }],
  ],
  'a brace that was given': [
    ['"a": 1, "b": "x"}', { a: 1, b: 'x' }],
    ['\n  "a": {"b": [1]},\n  "c": \'d\'\n}', { a: { b: [1] }, c: 'd' }],
  ],
  'comments and ellipses': [
    ['{"a": 1, /* block */ "b": 2}', { a: 1, b: 2 }],
    ['{ // note\n"a": "x" # more\n}', { a: 'x' }],
    ['{"a": "# none // here", "b": "http://x.y"}', { a: '# none // here', b: 'http://x.y' }],
    ['{"a": word // note\n, "b": 2}', { a: 'word', b: 2 }],
    ['{"a": 1, ...}', { a: 1 }],
    ['[1, ..., 9, …]', [1, 9]],
  ],
  escapes: [
    ['{"t": "a\tb"}', { t: 'a\tb' }],
    ['{"re": "\\d+\\.\\w"}', { re: '\\d+\\.\\w' }],
    ['"{\\"a\\": 1}"', { a: 1 }],
    ['{\\"a\\": \\"say \\\\\\"hi\\\\\\"\\"}', { a: 'say "hi"' }],
    ['[\\"a\\", \\"b\\"]', ['a', 'b']],
    ['{"a": "x\\\ny"}', { a: 'xy' }],
  ],
  'other languages': [
    ['{"_id": ObjectId("5f"), "n": NumberInt(2)}', { _id: '5f', n: 2 }],
    ["{'a': (1, 2), 'b': u'x'}", { a: [1, 2], b: 'x' }],
    ['{"at": new Date("2020")}', { at: '2020' }],
    ['{a: "x" +\n "y"}', { a: 'xy' }],
    ['{re: /x\\/y/gi}', { re: '/x\\/y/gi' }],
  ],
  'several values': [
    ['{"i":1},{"i":2}', { i: 1 }, { i: 2 }],
    ['[1,2]\n[3,4]', [1, 2], [3, 4]],
    ['- {"i":1}\n- {\'i\':2}', { i: 1 }, { i: 2 }],
  ],
};

describe.each(Object.entries(values))('a value with %s', (_what, table) => {
  it.each(table)('%j', (input, ...found) => {
    expect(outcome(input)).toEqual({ kind: 'json', value: found });
  });
});

const callsOf: [input: string, ...calls: [name: string, args?: object][]][] = [
  ['{"choices":[{"message":{"tool_calls":[{"function":{"name":"x","arguments":"{\\"a\\":1}"}}]}}]}', ['x', { a: 1 }]],
  ['{"name":"x","arguments":"\\"{\\\\\\"a\\\\\\":1}\\""}', ['x', { a: 1 }]],
  ['{"name":"x","arguments":"{\'a\': 1,}"}', ['x', { a: 1 }]],
  ['[{"name":"x","arguments":{"a":1}},{"name":"y","arguments":null}]', ['x', { a: 1 }], ['y']],
  ['{"function":{"name":"list"}}', ['list']],
  ['{"name":"list_tables"}', ['list_tables']],
  ['<tool_call>\n{"name": "x"}\n</tool_call>', ['x']],
  ['<TOOL_CALL>{"name":"x","arguments":{}}</TOOL_CALL>', ['x']],
  ['<tool_call>{"name":"x","arguments":{}}\n{"name":"y","arguments":{}}</tool_call>', ['x'], ['y']],
  ['<tool_call><name>x</name><arguments><a>5</a><b>text</b></arguments></tool_call>', ['x', { a: 5, b: 'text' }]],
  ['<function=x><parameter=a>\n5\n</parameter></function>', ['x', { a: 5 }]],
  ['<function_calls><invoke name="x"><parameter name="a">1</parameter></invoke></function_calls>', ['x', { a: 1 }]],
  ['<tool_call>find\n{"a": 1}</tool_call>', ['find', { a: 1 }]],
  ['```xml\n<tool_call>{"name":"x","arguments":{}}</tool_call>\n```', ['x']],
  ['{"message":{"content":"<tool_call>{\\"name\\":\\"x\\",\\"arguments\\":{}}</tool_call>"}}', ['x']],
  ['<tool_call>{"name":"x","arguments":{"t":"</tool_call>"}}</tool_call>', ['x', { t: '</tool_call>' }]],
  ['<tool_call>{"name":"x","arguments":{"a":1}}', ['x', { a: 1 }]],
  ['<tool_call>{"name":"x","arguments":{"a":1}</tool_call>', ['x', { a: 1 }]],
  ["<tool_call>{'name':'x','arguments':{'a':1,}}</tool_call>", ['x', { a: 1 }]],
  ['{"tool":"x","args":{"a":1}}', ['x', { a: 1 }]],
  ['{"name":"x","parameters":{"a":1}}', ['x', { a: 1 }]],
  ['First {"name":"x","arguments":{"a":1}} then {"name":"y","arguments":{}}', ['x', { a: 1 }], ['y']],
];

describe('calls', () => {
  it.each(callsOf)('%s', (input, ...calls) => {
    expect(outcome(input)).toEqual({
      kind: 'tool_calls',
      value: calls.map(([name, args]) => ({ name, arguments: args ?? {} })),
    });
  });

  it.each([
    ['{"name":"Ada","age":36}'],
    ['{"name":"Ada"}'],
    ['{"tool_calls":[]}'],
    ['{"arguments":{"a":1}}'],
    ['{"type":"function","function":{"name":"x","parameters":{"type":"object","properties":{}}}}'],
  ])('%s is a value, not a call', (input) => {
    expect(outcome(input).kind).toBe('json');
  });

  it('takes a name alone for a call exactly if it names a tool, where the tools are known', () => {
    const options = { toolNames: ['Ada'] };
    expect(parseResponse('{"name":"ada"}', options).blocks[0]).toMatchObject({ kind: 'tool_call', name: 'ada' });
    expect(parseResponse('{"name":"list_tables"}', options).blocks[0]?.kind).toBe('json');
  });

  it('gives calls that share a span one block each, the first with the text', () => {
    const input = 'See [{"name":"x","arguments":{}},{"name":"y","arguments":{}}]!';
    expect(parseResponse(input).blocks).toMatchObject([
      { kind: 'text', original: 'See ' },
      { kind: 'tool_call', name: 'x', start: 4, end: 61, original: input.slice(4, 61) },
      { kind: 'tool_call', name: 'y', start: 4, end: 61, original: '' },
      { kind: 'text', original: '!' },
    ]);
  });

  it('leaves out a nameless entry beside good calls, and says so', () => {
    const input = '{"tool_calls":[{"function":{"name":"x","arguments":{}}},{"function":{"arguments":{}}}]}';
    const { blocks, flags, error } = parseResponse(input);
    expect(blocks).toMatchObject([{ kind: 'tool_call', name: 'x' }]);
    expect(flags).toEqual(['nameless-call-skipped']);
    expect(error).toBeNull();
  });
});

describe('errors', () => {
  it.each([
    ['   \n ', 'empty'],
    ['{"name": "add", "arguments": {"text": "abc', 'truncated_tool_call'],
    ['{"name": "add_line", "arg', 'truncated_tool_call'],
    ['{"name": "add", "arguments": {"n": 3}', 'truncated_tool_call'],
    ['```json\n{"name": "add", "arguments": {"text": "abc', 'truncated_tool_call'],
    ['<tool_call>{"name":"a","arguments":{"text":"half</tool_call>', 'truncated_tool_call'],
    ['<tool_code><name>add</name><argu', 'truncated_tool_call'],
    ['{"tool_calls":[{"function":{"name":"x","arguments":{"a":1', 'truncated_tool_call'],
    ['{"name":"x","arguments":{"a":1}}\n{"name":"y","argu', 'truncated_tool_call'],
    ['{"name":"","arguments":{}}', 'missing_tool_name'],
    ['<tool_call>{"arguments":{"a":1}}</tool_call>', 'missing_tool_name'],
    ['{"name":"x","arguments":"part 3"}', 'invalid_arguments'],
    ['{"name":"x","arguments":[1]}', 'invalid_arguments'],
    ['{"t": "\\u26"}', 'invalid_unicode_escape'],
    [nested(129), 'depth_limit'],
  ])('%s', (input, code) => {
    expect(outcome(input)).toEqual({ kind: 'error', value: code });
  });

  it('still gives the complete blocks', () => {
    const { blocks, error } = parseResponse('{"name":"x","arguments":{}} {"name":"y_z","arguments":{"a":');
    expect(error).toEqual({ code: 'truncated_tool_call', at: 28 });
    expect(blocks[0]).toMatchObject({ kind: 'tool_call', name: 'x' });
  });

  it('allows nesting up to the limit', () => {
    expect(outcome(nested(128)).kind).toBe('json');
    expect(parseResponse(nested(5), { maxDepth: 4 }).error?.code).toBe('depth_limit');
  });
});

describe('what stays text', () => {
  it.each([
    'No values here, only [1] and {} and [].',
    'The set {1, 2, 3} and the placeholder {{TOOL_x}}.',
    '[a link](https://x.y) and f(x) { return x; }',
    '```\nno value\n```',
    '```python\nprint({"a": 1})\n```',
    '```sql\nSELECT \'{"a": 1}\'\n```',
    'Use the <tool_call> tag to call a tool.',
    'null',
    '"a text"',
    '"Note": this is prose.',
    '"Hello": "world" is what he said.',
    '{',
    '["',
    '}{',
  ])('%j', (input) => {
    expect(parseResponse(input)).toMatchObject({ blocks: [{ kind: 'text', original: input }], error: null });
  });
});

describe('what a block records', () => {
  it.each([
    ['{"a": 1}', { parser: 'bare-object', repaired: false }],
    ["{'a': 1}", { parser: 'bare-object', repaired: true }],
    ['["a"]', { parser: 'bare-array', repaired: false }],
    ['```json\n{"a": 1}\n```', { parser: 'fenced', repaired: false }],
    ['<tool_call>{"name":"x"}</tool_call>', { parser: 'call-tag', repaired: false }],
    ['{"a": "x', { repaired: true, flags: ['truncated'] }],
    ['```json\n{"a": 1}', { flags: ['unterminated-fence'] }],
    ['<tool_call>{"name":"x","arguments":{}}', { flags: ['unterminated-tag'] }],
  ])('%s', (input, record) => {
    expect(parseResponse(input).blocks[0]).toMatchObject(record);
  });
});

describe('the order of parsers', () => {
  it('decides between matches that start at the same place', () => {
    const [callTags, fences, objects] = DEFAULT_PARSERS;
    if (callTags === undefined || fences === undefined || objects === undefined) throw new Error('no parsers');
    const greedy = { ...objects, name: 'greedy' };
    expect(parseResponse('{"a":1}', { parsers: [greedy, objects] }).blocks[0]?.parser).toBe('greedy');
    expect(parseResponse('{"a":1}', { parsers: [objects, greedy] }).blocks[0]?.parser).toBe('bare-object');
  });

  it('does not let a later start win', () => {
    const parsers = DEFAULT_PARSERS.toReversed();
    const input = '<tool_call>{"name":"x","arguments":{}}</tool_call>';
    expect(parseResponse(input, { parsers }).blocks).toMatchObject([{ kind: 'tool_call', original: input }]);
  });
});

describe('long texts', () => {
  it('may consist of escapes', () => {
    const value = { sql: '\n"'.repeat(2_500_000) };
    expect(parseResponse(JSON.stringify(value)).blocks).toEqual([expect.objectContaining({ kind: 'json', value })]);
  });
});
