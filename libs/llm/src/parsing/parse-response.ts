import { bareArrayParser, bareObjectParser } from './bare-json-parser.js';
import { type Block, type ParsedResponse } from './block.js';
import { callTagParser } from './call-tag-parser.js';
import { fencedParser } from './fenced-parser.js';
import { headlessObjectParser } from './headless-object-parser.js';
import { type SnippetMatch, type SnippetParser } from './snippet-parser.js';
import { SourceText, type WrittenCall } from './source-text.js';

export const DEFAULT_PARSERS: readonly SnippetParser[] = [
  callTagParser,
  fencedParser,
  bareObjectParser,
  bareArrayParser,
  headlessObjectParser,
];

const MAX_DEPTH = 128;

export interface ParseOptions {
  parsers?: readonly SnippetParser[];
  maxDepth?: number;
  /** Known tools: `{ "name": "…" }` is a call only if it names one. */
  toolNames?: readonly string[];
}

/** Earliest match, then parser order. With an `error`, no call may run. */
export function parseResponse(text: string, options: ParseOptions = {}): ParsedResponse {
  return parseSource(sourceText(text, options), options.parsers ?? DEFAULT_PARSERS);
}

export function sourceText(text: string, options: ParseOptions = {}): SourceText {
  const { parsers = DEFAULT_PARSERS, maxDepth = MAX_DEPTH, toolNames } = options;
  return new SourceText(text, {
    maxDepth,
    toolNames: toolNames === undefined ? null : new Set(toolNames.map((name) => name.toLowerCase())),
    readCalls: (source) => callsIn(parseSource(source, parsers)),
  });
}

function parseSource(source: SourceText, parsers: readonly SnippetParser[]): ParsedResponse {
  const { text } = source;
  const found = new BlockList(text);
  const byTrigger = parsersByTrigger(parsers);
  let cursor = 0;
  let at = 0;
  while (at < text.length) {
    // Hot path: most characters start nothing.
    const triggered = byTrigger[text.charCodeAt(at)];
    if (triggered === undefined) {
      at += 1;
      continue;
    }
    if (source.isExhausted) break;
    const match = matchAt(source, triggered, at, cursor);
    if (match === null) {
      at += 1;
    } else {
      found.add(match.found, match.parser);
      cursor = match.found.end;
      at = cursor;
    }
  }
  return found.finish(at < text.length);
}

type ParsersByTrigger = (SnippetParser[] | undefined)[];

function parsersByTrigger(parsers: readonly SnippetParser[]): ParsersByTrigger {
  const byTrigger: ParsersByTrigger = new Array<undefined>(128).fill(undefined);
  for (const parser of parsers) {
    for (const trigger of new Set(parser.triggers)) {
      const code = trigger.charCodeAt(0);
      (byTrigger[code] ??= []).push(parser);
    }
  }
  return byTrigger;
}

function matchAt(
  source: SourceText,
  parsers: readonly SnippetParser[],
  at: number,
  blockStart: number,
): { found: SnippetMatch; parser: string } | null {
  for (const parser of parsers) {
    const found = parser.matchAt(source, at, blockStart);
    if (found !== null) return { found, parser: parser.name };
  }
  return null;
}

function callsIn({ blocks, error }: ParsedResponse): WrittenCall[] {
  if (error !== null) return [];
  return blocks
    .filter((block) => block.kind === 'tool_call')
    .map((block) => ({ name: block.name ?? '', arguments: block.arguments as Record<string, unknown> }));
}

class BlockList {
  private readonly blocks: Block[] = [];
  private readonly flags = new Set<string>();
  private error: ParsedResponse['error'] = null;
  private textFrom = 0;

  constructor(private readonly text: string) {}

  add(match: SnippetMatch, parser: string): void {
    for (const flag of match.flags) this.flags.add(flag);
    this.error ??= match.error;
    // A span without snippets joins the surrounding text.
    if (match.snippets.length === 0) return;
    this.addText(match.start);
    match.snippets.forEach((snippet, index) => {
      const { start, end, repaired, flags } = match;
      const original = index === 0 ? this.text.slice(start, end) : '';
      const block: Block =
        snippet.kind === 'json'
          ? { kind: 'json', start, end, original, value: snippet.value, parser, repaired }
          : {
              kind: 'tool_call',
              start,
              end,
              original,
              name: snippet.name,
              arguments: snippet.arguments,
              parser,
              repaired,
            };
      if (flags.length > 0) block.flags = flags;
      this.blocks.push(block);
    });
    this.textFrom = match.end;
  }

  finish(gaveUp: boolean): ParsedResponse {
    this.addText(this.text.length);
    if (gaveUp) this.flags.add('effort-limit');
    this.error ??= this.cutAfterCalls();
    if (this.text.trim() === '') this.error = { code: 'empty', at: 0 };
    return { blocks: this.blocks, flags: [...this.flags], error: this.error };
  }

  private cutAfterCalls(): ParsedResponse['error'] {
    const last = this.blocks.findLast((block) => block.kind !== 'text');
    const isCut = last?.kind === 'json' && (last.flags?.includes('truncated') ?? false);
    const hasCalls = this.blocks.some((block) => block.kind === 'tool_call');
    return isCut && hasCalls ? { code: 'truncated_tool_call', at: last.start } : null;
  }

  private addText(end: number): void {
    const start = this.textFrom;
    if (end <= start) return;
    this.blocks.push({ kind: 'text', start, end, original: this.text.slice(start, end) });
  }
}
