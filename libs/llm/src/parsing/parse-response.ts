import { jsonrepair } from 'jsonrepair';
import { type Block, type ParsedResponse } from './block.js';

export function parseResponse(text: string): ParsedResponse {
  if (text === '') return { blocks: [], flags: [], error: { code: 'empty', at: 0 } };
  const start = text.search(/[{[]/);
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  const whole: Block = { kind: 'text', start: 0, end: text.length, original: text };
  if (start < 0 || end <= start) return { blocks: [whole], flags: [], error: null };
  const original = text.slice(start, end);
  for (const [repaired, read] of [
    [false, JSON.parse],
    [true, (source: string): unknown => JSON.parse(jsonrepair(source))],
  ] as const) {
    try {
      const value: unknown = read(original);
      const json: Block = { kind: 'json', start, end, original, value, parser: 'bare-json', repaired };
      const before: Block = { kind: 'text', start: 0, end: start, original: text.slice(0, start) };
      const after: Block = { kind: 'text', start: end, end: text.length, original: text.slice(end) };
      return { blocks: [before, json, after].filter((block) => block.original !== ''), flags: [], error: null };
    } catch {
      // Next way of reading.
    }
  }
  return { blocks: [whole], flags: [], error: null };
}
