import type { BlockHash, Id } from '@assay/contracts';
import type { ModelMessage } from '@assay/llm';
import type { RenderedPrompt } from '@assay/prompts';
import type { BlockStore, SharedText } from '../block-store.js';
import { orderOf, restoreOrder, type LineReference } from './reordered-text.js';

/** A part of a prompt: a block, a text that belongs to one call, or lines of a block in an order of their own. */
type PartReference = BlockHash | { text: string } | { of: BlockHash; lines: LineReference[] };

/** A prompt as the journal keeps it. */
export interface PromptReference {
  system: BlockHash;
  parts: PartReference[];
  /** What the messages hold beyond the prompt: a remark, results of tools. */
  tail: string;
}

/** What a call is known by: the prompt, its job as text, and what was added to it. */
export function referenceOf(prompt: RenderedPrompt, messages: readonly ModelMessage[]): PromptReference {
  const job = prompt.parts.at(-1);
  return {
    system: prompt.systemHash,
    parts: prompt.parts.map((part) => (part === job ? null : part.hash) ?? { text: part.text }),
    tail: messages.at(-1)?.content.slice(prompt.user.length) ?? '',
  };
}

/** How a prompt is kept. */
export interface KeptPrompt {
  /** What the call's row has in place of the parts of its reference: what other calls have as well is a block. */
  parts: PartReference[];
  /** The texts that these name. */
  texts: SharedText[];
}

/** How a prompt is kept in a workspace: parts that other prompts share once, parts of one call with that call. */
export function keptPrompt(
  blocks: Pick<BlockStore, 'baseOf'>,
  workspace: Id,
  { system, systemHash, parts }: RenderedPrompt,
): KeptPrompt {
  const kept: KeptPrompt = { parts: [], texts: [{ hash: systemHash, content: system }] };
  for (const { text, hash, kind, ofOneCall } of parts) {
    const base = ofOneCall ? blocks.baseOf(workspace, kind) : undefined;
    const lines = base && orderOf(base.content, text);
    if (base && lines) kept.texts.push(base);
    else if (hash !== null) kept.texts.push({ hash, content: text, kind });
    kept.parts.push(base && lines ? { of: base.hash, lines } : (hash ?? { text }));
  }
  return kept;
}

/** The text of a part, where `textOf` gives that of a block. */
export async function partText(part: PartReference, textOf: (hash: BlockHash) => Promise<string>): Promise<string> {
  if (typeof part === 'string') return textOf(part);
  return 'text' in part ? part.text : restoreOrder(await textOf(part.of), part.lines);
}
