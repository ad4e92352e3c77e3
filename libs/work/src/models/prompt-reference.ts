import type { BlockHash } from '@assay/contracts';
import type { ModelMessage } from '@assay/llm';
import type { RenderedPrompt } from '@assay/prompts';
import type { SharedText } from '../block-store.js';

/** A part of a prompt: a block, or a text that belongs to one call. */
type PartReference = BlockHash | { text: string };

/** A prompt as the journal keeps it. */
export interface PromptReference {
  system: BlockHash;
  parts: PartReference[];
  /** What the messages hold beyond the prompt: a remark, results of tools. */
  tail: string;
}

/** A prompt by the blocks that it consists of, and what the messages add to it. */
export function referenceOf(prompt: RenderedPrompt, messages: readonly ModelMessage[]): PromptReference {
  return {
    system: prompt.systemHash,
    parts: prompt.parts.map(({ hash, text }) => hash ?? { text }),
    tail: messages.at(-1)?.content.slice(prompt.user.length) ?? '',
  };
}

/** The texts that the reference of a prompt names by their hashes. */
export function blocksOf({ system, systemHash, parts }: RenderedPrompt): SharedText[] {
  const shared = parts.flatMap(({ hash, text }) => (hash === null ? [] : [{ hash, content: text }]));
  return [{ hash: systemHash, content: system }, ...shared];
}

/** The text of a part, where `textOf` gives that of a block. */
export async function partText(part: PartReference, textOf: (hash: BlockHash) => Promise<string>): Promise<string> {
  return typeof part === 'string' ? textOf(part) : part.text;
}
