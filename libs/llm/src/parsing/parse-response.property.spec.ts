import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Block } from './block.js';
import { DEFAULT_PARSERS, parseResponse, sourceText } from './parse-response.js';
import { type SnippetMatch } from './snippet-parser.js';

/** Sound and broken fragments. */
const fragment = fc.constantFrom(
  '{"a":1}',
  "{'b': 'x'}",
  '{"name":"f","arguments":{}}',
  '[1]',
  '[1, 2]',
  '["x"]',
  '{}',
  '[]',
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '\\',
  '\\"',
  '\\u00',
  ':',
  ',',
  '\n',
  ' ',
  'word',
  'and {name} or',
  '```',
  '```json\n',
  '\n```\n',
  '~~~',
  '<tool_call>',
  '</tool_call>',
  '<name>f</name>',
  '{"a":',
  '{"a": "x',
  '[{"i":1}',
  '// c\n',
  '/*',
  '...',
  'true',
  '-1',
  '{\\"e\\": 1}',
  '“',
  '(',
  ')',
  '<',
  '>',
  '\ufeff',
  '\u0000',
  '\ud800',
  '{"name":"read_part","arg',
  '#',
  '+',
  'f(',
);
const reply = fc.array(fragment, { maxLength: 14 }).map((parts) => parts.join(''));

const RUNS = { numRuns: 1000 };

/** Reference: split the first matching text block and restart. */
function restartLoop(text: string): Pick<Block, 'kind' | 'start' | 'end'>[] {
  interface Piece {
    start: number;
    end: number;
    match: SnippetMatch | null;
  }
  let pieces: Piece[] = text === '' ? [] : [{ start: 0, end: text.length, match: null }];
  for (;;) {
    const index = pieces.findIndex((piece) => piece.match === null && firstMatch(text, piece) !== null);
    const piece = pieces[index];
    if (piece === undefined) break;
    const match = firstMatch(text, piece) as SnippetMatch;
    const split = [
      { start: piece.start, end: match.start, match: null },
      { start: match.start, end: match.end, match },
      { start: match.end, end: piece.end, match: null },
    ].filter((part) => part.end > part.start);
    pieces = [...pieces.slice(0, index), ...split, ...pieces.slice(index + 1)];
  }
  return mergeText(
    pieces.flatMap(({ start, end, match }): { kind: 'text' | 'json' | 'tool_call'; start: number; end: number }[] =>
      match === null || match.snippets.length === 0
        ? [{ kind: 'text', start, end }]
        : match.snippets.map(({ kind }) => ({ kind, start, end })),
    ),
  );
}

function firstMatch(text: string, block: { start: number; end: number }): SnippetMatch | null {
  for (let at = block.start; at < block.end; at += 1) {
    for (const parser of DEFAULT_PARSERS) {
      if (!parser.triggers.includes(text.charAt(at))) continue;
      // Fresh source: no cache.
      const match = parser.matchAt(sourceText(text), at, block.start);
      if (match !== null && match.end <= block.end) return match;
    }
  }
  return null;
}

function mergeText(blocks: Pick<Block, 'kind' | 'start' | 'end'>[]): Pick<Block, 'kind' | 'start' | 'end'>[] {
  return blocks.reduce<Pick<Block, 'kind' | 'start' | 'end'>[]>((merged, block) => {
    const last = merged.at(-1);
    if (last?.kind === 'text' && block.kind === 'text') {
      return [...merged.slice(0, -1), { ...last, end: block.end }];
    }
    return [...merged, block];
  }, []);
}

describe('parseResponse, for any reply', () => {
  it('gives blocks whose originals, joined, are the reply', () => {
    fc.assert(
      fc.property(reply, (text) => {
        expect(
          parseResponse(text)
            .blocks.map((block) => block.original)
            .join(''),
        ).toBe(text);
      }),
      RUNS,
    );
  });

  it('gives no empty span, spans in order, and text that is the span', () => {
    fc.assert(
      fc.property(reply, (text) => {
        let end = 0;
        for (const block of parseResponse(text).blocks) {
          expect(block.end).toBeGreaterThan(block.start);
          const isShared = block.original === '';
          expect(isShared ? block.end : block.start).toBe(end);
          if (!isShared) expect(text.slice(block.start, block.end)).toBe(block.original);
          end = block.end;
        }
        expect(end).toBe(text.length);
      }),
      RUNS,
    );
  });

  it('equals the restart loop', () => {
    fc.assert(
      fc.property(reply, (text) => {
        const swept = parseResponse(text).blocks.map(({ kind, start, end }) => ({ kind, start, end }));
        expect(swept).toEqual(restartLoop(text));
      }),
      RUNS,
    );
  });

  it('does not look back: what follows a block is what its text alone gives', () => {
    fc.assert(
      fc.property(reply, (text) => {
        const { blocks } = parseResponse(text);
        for (const [index, block] of blocks.entries()) {
          if (block.kind === 'text' || blocks[index + 1]?.start === block.start) continue;
          const rest = parseResponse(text.slice(block.end)).blocks;
          const shifted = rest.map(({ kind, start, end }) => ({
            kind,
            start: start + block.end,
            end: end + block.end,
          }));
          expect(blocks.slice(index + 1).map(({ kind, start, end }) => ({ kind, start, end }))).toEqual(shifted);
        }
      }),
      RUNS,
    );
  });

  it('never gives a call with an empty name or without an object of arguments', () => {
    fc.assert(
      fc.property(reply, (text) => {
        for (const block of parseResponse(text).blocks.filter(({ kind }) => kind === 'tool_call')) {
          expect(block.name).not.toBe('');
          expect(typeof block.arguments).toBe('object');
        }
      }),
      RUNS,
    );
  });

  it('reads sound JSON as it is, and calls nothing repaired', () => {
    const container = fc.oneof(
      fc.array(fc.jsonValue(), { minLength: 1 }),
      fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
    );
    fc.assert(
      fc.property(container, fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const { blocks } = parseResponse(text);
        // Call-shaped values are calls.
        if (blocks[0]?.kind === 'tool_call') return;
        expect(blocks).toMatchObject([{ kind: 'json', repaired: false }]);
        // V8 13.6 misreads an escaped quote as a key after an empty one, so JSON.parse is no reference.
        expect(JSON.stringify(blocks[0]?.value, null, indent)).toBe(text);
      }),
      RUNS,
    );
  });

  it('neither throws nor hangs on noise', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 150 }), reply, (noise, text) => {
        const mixed = noise + text + noise;
        expect(
          parseResponse(mixed)
            .blocks.map((block) => block.original)
            .join(''),
        ).toBe(mixed);
      }),
      RUNS,
    );
  });

  it('ends on pieces that are repeated a hundred thousand times', () => {
    const pieces = fc.array(fragment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(reply, pieces, reply, (before, unit, after) => {
        const text = before + unit.repeat(Math.ceil(100_000 / unit.length)) + after;
        const { blocks } = parseResponse(text);
        expect(blocks.map((block) => block.original).join('')).toBe(text);
      }),
      { numRuns: 40 },
    );
  });
});
