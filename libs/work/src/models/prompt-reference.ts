import type { BlockHash, Id } from '@assay/contracts';
import type { ModelMessage } from '@assay/llm';
import type { RenderedPrompt } from '@assay/prompts';
import type { BlockStore, SharedText } from '../block-store.js';

/** A prompt as the journal keeps it: blocks by hash, and what belongs to one call as text. */
export interface PromptReference {
  system: BlockHash;
  parts: (BlockHash | { text: string })[];
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

/** The same as a call's row keeps it: a job that other questions have as well is a block. */
export function keptReference<Reference extends PromptReference>(
  reference: Reference,
  { parts }: RenderedPrompt,
): Reference {
  return { ...reference, parts: parts.map((part) => part.hash ?? { text: part.text }) };
}

/** The parts that other prompts share are kept once, beside the calls that name them by hash. */
export async function storeShared(
  blocks: BlockStore,
  workspace: Id,
  prompt: RenderedPrompt,
  more: readonly SharedText[] = [],
): Promise<void> {
  const shared = prompt.parts.flatMap(({ hash, text, kind }) => (hash === null ? [] : [{ hash, content: text, kind }]));
  await blocks.storeAll(workspace, [{ hash: prompt.systemHash, content: prompt.system }, ...shared, ...more]);
}
