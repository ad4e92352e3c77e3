import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseResponse } from './parse-response.js';

type Arguments = Record<string, unknown>;
const json = JSON.stringify;
const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');

function python(given: unknown): string {
  if (typeof given === 'string') {
    return `'${given.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  }
  if (Array.isArray(given)) return `[${given.map(python).join(', ')}]`;
  if (given === null) return 'None';
  if (typeof given === 'boolean') return given ? 'True' : 'False';
  if (typeof given !== 'object') return JSON.stringify(given);
  return `{${Object.entries(given)
    .map(([key, inner]) => `${python(key)}: ${python(inner)}`)
    .join(', ')}}`;
}

const WAYS: Record<string, (args: Arguments) => string> = {
  plain: (args) => json({ name: 'do_it', arguments: args }),
  indented: (args) => json({ name: 'do_it', arguments: args }, null, 2),
  'name last': (args) => json({ arguments: args, name: 'do_it' }),
  'encoded arguments': (args) => json({ name: 'do_it', arguments: json(args) }),
  'a list of calls': (args) => json({ tool_calls: [{ function: { name: 'do_it', arguments: json(args) } }] }),
  'a message in words': (args) => json({ message: { content: json({ name: 'do_it', arguments: args }) } }),
  'a tag': (args) => `<tool_call>${json({ name: 'do_it', arguments: args })}</tool_call>`,
  'tags inside a tag': (args) => `<tool_call><name>do_it</name><arguments>${json(args)}</arguments></tool_call>`,
  'a fence': (args) => `\`\`\`json\n${json({ name: 'do_it', arguments: args })}\n\`\`\``,
  escaped: (args) => escaped(json({ name: 'do_it', arguments: args })),
  'encoded as a text': (args) => json(json({ name: 'do_it', arguments: args })),
  Python: (args) => python({ name: 'do_it', arguments: args }),
  'Python in a fence of its own': (args) => `\`\`\`python\n${python({ name: 'do_it', arguments: args })}\n\`\`\``,
  'a tag with the name': (args) => `<function=do_it>${json(args)}</function>`,
  'Python in a tag with the name': (args) => `<tool_call name="do_it">${python(args)}</tool_call>`,
};

/** Texts that look like the end of a call. */
const text = fc
  .array(fc.constantFrom('}', ']', '{', '"', "'", ',', ':', '\\', '\n', 'x', ' ', '```'), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));
const value = fc.oneof(
  text,
  fc.integer(),
  fc.constantFrom(true, false, null),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', 'b'), text),
);
const callArguments: fc.Arbitrary<Arguments> = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value, { maxKeys: 3 });

describe('a call that is cut off anywhere', () => {
  it.each(Object.entries(WAYS))('is never run with less than its arguments: %s', (_way, written) => {
    fc.assert(
      fc.property(callArguments, fc.nat(), (args, cut) => {
        const whole = written(args);
        const { blocks, error } = parseResponse(whole.slice(0, 1 + (cut % whole.length)));
        if (error !== null) return;
        for (const call of blocks.filter(({ kind }) => kind === 'tool_call')) {
          expect({ name: call.name, arguments: call.arguments }).toEqual({ name: 'do_it', arguments: args });
        }
      }),
      { numRuns: 400 },
    );
  });

  const args = { sql: "SELECT 'x' FROM t", deep: { a: null, b: [true, false, null] }, n: -1.5, last: null };
  const encodings: [string, (value: unknown) => string][] = [
    ['JSON', json],
    ['Python', python],
    ['Python with marked texts', (value) => python(value).replaceAll(": '", ": r'")],
  ];
  const places: [string, (call: string) => string][] = [
    ['alone', (call) => call],
    ['after words', (call) => `Let me look.\n${call}`],
    ['in a fence of JSON', (call) => `\`\`\`json\n${call}\n\`\`\``],
    ['in a fence of Python', (call) => `\`\`\`python\n${call}\n\`\`\``],
    ['behind a control token', (call) => `<|python_tag|>${call}`],
    ['behind a marker', (call) => `[TOOL_CALLS] [${call}]`],
    ['in a tag', (call) => `<tool_call>${call}</tool_call>`],
  ];
  it.each(
    encodings.flatMap(([how, written]) =>
      places.map(([where, placed]) => [how, where, placed(written({ name: 'do_it', arguments: args }))] as const),
    ),
  )('is detected at every place between its name and its end: %s, %s', (_how, _where, whole) => {
    const missed: string[] = [];
    const [from, to] = [whole.indexOf('do_it') + 'do_it'.length, whole.lastIndexOf('}')];
    for (let cut = from; cut < to; cut += 1) {
      const { blocks, error, flags } = parseResponse(whole.slice(0, cut));
      const isReported = error !== null || flags.includes('truncated');
      if (!isReported || blocks.some(({ kind }) => kind === 'tool_call')) missed.push(whole.slice(0, cut));
    }
    expect(missed).toEqual([]);
  });

  const named: [string, string][] = [
    ['JSON', `<function=do_it>${json(args)}</function>`],
    ['Python', `<invoke name="do_it">${python(args)}</invoke>`],
  ];
  it.each(named)('is no answer where a tag names it: %s', (_how, whole) => {
    const body = whole.indexOf('>') + 1;
    const end = whole.lastIndexOf('</');
    for (let cut = body; cut < whole.length; cut += 1) {
      const { blocks, error } = parseResponse(whole.slice(0, cut));
      const calls = blocks.filter(({ kind }) => kind === 'tool_call');
      expect(blocks.filter(({ kind }) => kind === 'json')).toEqual([]);
      // complete arguments are a call without a closing tag, too
      if (cut < end) expect([error?.code, calls]).toEqual(['truncated_tool_call', []]);
      else expect(calls).toEqual([expect.objectContaining({ name: 'do_it', arguments: args })]);
    }
  });
});
