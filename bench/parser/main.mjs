/**
 * Time of the snippet parser: linear growth, large replies, and hostile ones. `npm run bench
 * parser`.
 */
import { parseResponse } from '../../libs/llm/dist/index.js';

const MEGABYTE = 1_000_000;
const CALL = '{"name":"find_values","arguments":{"value":"n","n":1}} then ';

/** CPU ms of the best run, and the result. */
function timed(text, runs = 1) {
  let elapsed = Infinity;
  let parsed;
  for (let run = 0; run < runs; run += 1) {
    const before = process.threadCpuUsage();
    parsed = parseResponse(text);
    const { user, system } = process.threadCpuUsage(before);
    elapsed = Math.min(elapsed, (user + system) / 1000);
  }
  const { blocks, flags, error } = parsed;
  const notes = [`${blocks.length} blocks`, ...flags, ...(error === null ? [] : [error.code])];
  return { elapsed, notes: notes.join(', ') };
}

function report(name, text, limit, runs) {
  const { elapsed, notes } = timed(text, runs);
  const verdict = limit === undefined ? '' : elapsed < limit ? ` (limit ${limit})` : ` OVER THE LIMIT OF ${limit}`;
  console.log(`${name}: ${elapsed.toFixed(1)} ms${verdict}, ${notes}`);
}

const calls = Array.from({ length: 4000 }, (_, index) => `${CALL}${'.'.repeat(9)}${index % 10}`).join('');
console.log('-- calls');
report(`${(calls.length / 1000).toFixed(0)} kB with 4000 calls, cold`, calls);
report(`${(calls.length / 1000).toFixed(0)} kB with 4000 calls, best of 20`, calls, 20, 20);

console.log('-- linear: the same reply, longer');
const mixed =
  'See [1] and {name}.\n```json\n{"a": [1, 2, {"b": "x"}],}\n```\n<tool_call>{"name":"x_y","arguments":{}}</tool_call>\n';
for (const copies of [1000, 2000, 4000, 8000, 16000]) {
  const text = mixed.repeat(copies);
  const { elapsed } = timed(text, 3);
  console.log(
    `${(text.length / 1000).toFixed(0)} kB: ${elapsed.toFixed(1)} ms, ${((elapsed * 1e6) / text.length).toFixed(0)} ns a character`,
  );
}

console.log('-- 10 MB of hostile openers');
const hostile = [
  '{',
  '[',
  '{"',
  '{"a":',
  '{"a":{"b":[',
  '{"a":1,',
  '[1,',
  '[[1],',
  '{\\"',
  '{"\\',
  '{x',
  '{a:1 ',
  "{'a':'",
  '{"a" ',
  '[{',
  '["a"',
  '["a" b ',
  '{"a":"b" c ',
  '```',
  '```\n',
  '```json\n',
  '```json\n{',
  '```json\n{"a":"',
  '~~~\n[',
  '<tool_call>',
  '<tool_call>{',
  '<tool_call>{"name":"a","arguments":{"',
  '<tool_call>\n<name>',
  '<function=a>',
  '</tool_call>',
  '<tool_call></tool_call>',
  '{[(<`',
  '{"a":/*',
  '{"a":"\\u00',
  '{u"',
  '[f(1 ',
  '{"a":"b"+',
  '{“',
  '{a:"""',
  '{"a":.',
  '["a",\n"b',
  '{"k": "v" "w',
  '[1 2 ',
  '(',
  '{{',
  '{ ',
];
for (const unit of hostile) {
  report(JSON.stringify(unit), unit.repeat(Math.ceil((10 * MEGABYTE) / unit.length)), 1000);
}
console.log('-- 10 MB that go on and on behind an opener');
const endless = [
  ['{"a": ', 'word '],
  ['{"a": ', 'w,'],
  ['{"a": ', '1 '],
  ['[', '1 '],
  ['[', 'w '],
  ['["', 'x" '],
  ['{"a": "', 'x", '],
  ['{"a": "', 'x": '],
  ['{"', 'k" '],
  ['{"', 'k: '],
  ['{"a": "', ' '],
  ['{a', ' '],
  ['{"a":1', ' '],
  ['[1', '\n'],
  ['{"a":"', '\\u0041'],
  ['{"a": "', 'x}\n'],
  ['<tool_call>{"name":"x","arguments":{"a":"', 'x" }'],
  ['<tool_call>', '<name>x</name>'],
  ['<tool_call>', '{"a":1}'],
  ['{"content":"', '{\\"content\\":\\"'],
  ['[', '"a",'],
  ['[', '{"name":"f","arguments":{}},'],
  ['```json\n', '{"a":1}\n'],
  ['```json\n', 'x {\n'],
  ['{"a": /', 'x'],
  ['{"a": "b" + "', 'c" + "'],
  ['{"k', '"k'],
  ['[{"a":1', '} '],
  ['{"a":[1', ']}, '],
];
for (const [start, unit] of endless) {
  const text = start + unit.repeat(Math.ceil((10 * MEGABYTE) / unit.length));
  report(`${JSON.stringify(start)} + ${JSON.stringify(unit)}`, text, 2000);
}
console.log('-- others');
const closed = [
  ['128 brackets around 10 MB', `${'['.repeat(128)}${'1,'.repeat(5 * MEGABYTE)}x!${']'.repeat(128)}`],
  ['openers with one closing tag at the end', `${'<tool_call>{x'.repeat(MEGABYTE / 2)}</tool_call>`],
  ['openers with one closing fence at the end', `${'```json {x '.repeat(MEGABYTE)}\n\`\`\`\n`],
  ['fences of growing length', Array.from({ length: 4000 }, (_, length) => `${'`'.repeat(length + 3)}x {y\n`).join('')],
  ['one open text', `{"a": "${'x'.repeat(10 * MEGABYTE)}`],
  ['one text full of quotes', `{"a": "${'x" '.repeat(3 * MEGABYTE)}"}`],
  ['prose without any', 'All is well. '.repeat(800_000)],
];
for (const [name, text] of closed) report(name, text);
