import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseResponse } from './parse-response.js';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
const json = JSON.stringify;

const TEXTS = ['plain', 'a, b: c', 'C:\\new\\x', 'a "q"', "it's", 'line\nbreak', 'end\\'];

/** Nested objects and lists whose texts imitate syntax. */
function objectsOf(...texts: string[]): fc.Arbitrary<{ top: Json; last: Json }> {
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(...texts),
      fc.nat(999),
      fc.constantFrom(true, false, null),
      fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
      fc.dictionary(fc.constantFrom('k0', 'k1', 'k2'), tie('value'), { minKeys: 1, maxKeys: 3 }),
    ),
  }));
  return fc.record({ top: value, last: value });
}

const object = objectsOf(...TEXTS, '}{][', '{"in":1}');
/** A cut after a bracket is read as a lost quote. */
const cutObject = objectsOf(...TEXTS);

const escaped = (written: string): string => written.replaceAll('\\', '\\\\').replaceAll('"', '\\"');

const WAYS: Record<string, (whole: object) => string> = {
  indented: (whole) => json(whole, null, 2),
  escaped: (whole) => escaped(json(whole)),
  'encoded as a text': (whole) => json(json(whole)),
  'escaped, line breaks too': (whole) => escaped(json(whole, null, 1)).replaceAll('\n', '\\n'),
  'keys escaped, values not': (whole) => json(whole).replaceAll(/"(k\d|top|last)":/g, '\\"$1\\":'),
  'the first key escaped alone': (whole) => json(whole).replace('"top":', '\\"top\\":'),
};
const AROUND: Record<string, (written: string) => string> = {
  'in a fence': (written) => `\`\`\`json\n${written}\n\`\`\``,
  'in a fence in a fence': (written) => `\`\`\`\`markdown\n\`\`\`json\n${written}\n\`\`\`\n\`\`\`\``,
  'after a fence of something else': (written) => `\`\`\`sql\nSELECT 1;\n\`\`\`\n\`\`\`json\n${written}\n\`\`\``,
  'among prose': (written) => `Here it is: ${written} Bye.`,
};

function valuesIn(reply: string): unknown[] {
  return parseResponse(reply).blocks.flatMap((block) => (block.kind === 'json' ? [block.value] : []));
}

describe('one object', () => {
  const places = Object.keys(WAYS).flatMap((way) => Object.keys(AROUND).map((around) => [way, around] as const));
  it.each(places)('%s, %s, is read as it was meant', (way, around) => {
    fc.assert(
      fc.property(object, (whole) => {
        expect(valuesIn(AROUND[around]?.(WAYS[way]?.(whole) ?? '') ?? '')).toEqual([whole]);
      }),
      { numRuns: 60 },
    );
  });
});

/** The value of a JSON prefix, closed at the cut; null inside a key, word or escape. */
function closed(prefix: string): { value: unknown } | null {
  const brackets: string[] = [];
  let inText = false;
  let isKey = false;
  for (let at = 0; at < prefix.length; at += 1) {
    const char = prefix.charAt(at);
    if (inText) {
      if (char === '\\') at += 1;
      else if (char === '"') inText = false;
      if (at >= prefix.length) return null;
    } else if (char === '"') {
      inText = true;
      isKey = brackets.at(-1) === '}' && /[{,]\s*$/.test(prefix.slice(0, at));
    } else if (char === '{' || char === '[') brackets.push(char === '{' ? '}' : ']');
    else if (char === '}' || char === ']') brackets.pop();
  }
  if (inText && isKey) return null;
  const ended = inText ? `${prefix}"` : prefix.replace(/,\s*$/, '').replace(/:\s*$/, ':null');
  try {
    return { value: JSON.parse(ended + brackets.reverse().join('')) };
  } catch {
    return null;
  }
}

describe('an object that is cut off anywhere', () => {
  it('is what there is of it, closed, and flagged', () => {
    fc.assert(
      fc.property(cutObject, (whole) => {
        const written = json(whole);
        for (let end = 2; end < written.length; end += 1) {
          const there = closed(written.slice(0, end));
          // a cut number looks complete
          if (there === null || /\d$/.test(written.slice(0, end)) || Object.keys(there.value as object).length === 0)
            continue;
          const { blocks } = parseResponse(`Here:\n${written.slice(0, end)}`);
          const found = blocks.filter(({ kind }) => kind === 'json');
          expect(found.map((block) => block.value)).toEqual([there.value]);
          expect(found[0]?.flags).toContain('truncated');
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each(Object.entries(WAYS))('is never taken for whole: %s', (_way, write) => {
    fc.assert(
      fc.property(cutObject, (whole) => {
        const written = write(whole);
        for (let end = 12; end < written.length; end += 1) {
          const { blocks, error } = parseResponse(written.slice(0, end));
          const found = blocks.filter(({ kind }) => kind === 'json');
          if (error !== null || found.length === 0 || found.some(({ flags }) => flags?.includes('truncated'))) continue;
          expect(found.map((block) => block.value)).toEqual([whole]);
        }
      }),
      { numRuns: 60 },
    );
  });
});
