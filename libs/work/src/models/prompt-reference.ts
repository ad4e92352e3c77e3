import type { BlockHash } from '@assay/contracts';
import type { ModelMessage } from '@assay/llm';
import type { RenderedPrompt } from '@assay/llm/prompts';
import type { SharedText } from '../block-store.js';

type PartReference = BlockHash | { text: string };

/** A prompt as stored with its call: hashes of shared texts, and what is its own. */
export interface PromptReference {
  system: BlockHash;
  parts: PartReference[];
  /** Messages after the prompt: remark, tool results. */
  tail: string;
}

export function referenceOf(prompt: RenderedPrompt, messages: readonly ModelMessage[]): PromptReference {
  return {
    system: prompt.systemHash,
    parts: prompt.parts.map(({ hash, text }) => hash ?? { text }),
    tail: messages.at(-1)?.content.slice(prompt.user.length) ?? '',
  };
}

export function blocksOf({ system, systemHash, parts }: RenderedPrompt): SharedText[] {
  const shared = parts.flatMap(({ hash, text }) => (hash === null ? [] : [{ hash, content: text }]));
  return [{ hash: systemHash, content: system }, ...shared];
}

export async function partText(part: PartReference, textOf: (hash: BlockHash) => Promise<string>): Promise<string> {
  return typeof part === 'string' ? textOf(part) : part.text;
}
