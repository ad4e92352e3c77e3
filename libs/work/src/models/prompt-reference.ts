import type { BlockHash, Id } from '@assay/contracts';
import type { ModelMessage } from '@assay/llm';
import type { Block } from '@assay/persistence';
import type { RenderedPrompt } from '@assay/prompts';
import type { BlockStore } from '../block-store.js';

/** A prompt as the journal keeps it: blocks by hash, and what belongs to one call as text. */
export interface PromptReference {
  system: BlockHash;
  parts: (BlockHash | { text: string })[];
  /** What the messages hold beyond the prompt: a remark, results of tools. */
  tail: string;
}

/** How the journal names a prompt and what was added to it. */
export function referenceOf(prompt: RenderedPrompt, messages: readonly ModelMessage[]): PromptReference {
  return {
    system: prompt.systemHash,
    parts: prompt.parts.map((part) => part.hash ?? { text: part.text }),
    tail: messages.at(-1)?.content.slice(prompt.user.length) ?? '',
  };
}

/** The parts that other prompts share are kept once, beside the calls that name them by hash. */
export async function storeShared(
  blocks: BlockStore,
  workspace: Id,
  prompt: RenderedPrompt,
  more: readonly Block[] = [],
): Promise<void> {
  const shared = prompt.parts.flatMap(({ hash, text, base }) =>
    hash === null ? [] : [{ hash, content: text, ...(base && { base: { hash: base.hash, content: base.text } }) }],
  );
  await blocks.storeAll(workspace, [{ hash: prompt.systemHash, content: prompt.system }, ...shared, ...more]);
}
