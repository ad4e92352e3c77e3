import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseResponse } from './parse-response.js';

type Arguments = Record<string, unknown>;
const json = JSON.stringify;
const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');

/** Ways in which models write one call of `do_it`. */
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
};

/** Texts full of what ends calls (but for the closing tag), so that a cut inside one looks like an end. */
const text = fc
  .array(fc.constantFrom('}', ']', '{', '"', "'", ',', ':', '\\', '\n', 'x', ' ', '```'), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));
const value = fc.oneof(
  text,
  fc.integer(),
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
});
