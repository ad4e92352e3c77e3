import {
  answerContracts,
  PermanentError,
  type AnswerContractName,
  type BlockHash,
  type CallDetail,
  type Id,
} from '@assay/contracts';
import type { AnsweredCompletion } from '@assay/llm';
import type { StoredCall } from '@assay/persistence';
import { partText, type BlockStore, type PromptReference } from '@assay/work';

/** Blocks by hash, and its own text. */
interface StoredRequest extends PromptReference {
  [parameter: string]: unknown;
}

export async function callDetail(blocks: BlockStore, workspace: Id, stored: StoredCall): Promise<CallDetail> {
  return {
    ...stored.call,
    request: await resolveRequest(blocks, workspace, stored.request),
    response: stored.raw === null ? null : stored.raw.toString('utf8'),
    normalised: await normalise(stored),
  };
}

async function resolveRequest(blocks: BlockStore, workspace: Id, request: unknown): Promise<unknown> {
  if (!isStoredRequest(request)) return request;
  const { system, parts, tail, tools, ...parameters } = request;
  const texts = await Promise.all(parts.map((part) => partText(part, (hash) => textOf(blocks, workspace, hash))));
  return {
    ...parameters,
    ...(typeof tools === 'string' ? { tools: await toolsOf(blocks, workspace, tools) } : {}),
    messages: [
      { role: 'system', content: await textOf(blocks, workspace, system) },
      { role: 'user', content: [...texts, tail].join('') },
    ],
  };
}

/** The tools sent to the model; erased ones are marked. */
async function toolsOf(blocks: BlockStore, workspace: Id, hash: BlockHash): Promise<unknown> {
  const text = await textOf(blocks, workspace, hash);
  return text.startsWith('[{') ? (JSON.parse(text) as unknown) : text;
}

async function textOf(blocks: BlockStore, workspace: Id, hash: BlockHash): Promise<string> {
  try {
    return await blocks.text(workspace, hash);
  } catch (error) {
    if (error instanceof PermanentError && error.code === 'BLOCK_MISSING')
      return `[block ${hash} is not kept any more]`;
    throw error;
  }
}

function isStoredRequest(request: unknown): request is StoredRequest {
  const { system, parts, tail } = (request ?? {}) as Partial<StoredRequest>;
  return typeof system === 'string' && Array.isArray(parts) && typeof tail === 'string';
}

/** By contract or as tool calls; null if malformed. */
async function normalise({ request, answer }: StoredCall): Promise<unknown> {
  const { contract } = (request ?? {}) as { contract?: unknown };
  if (!isContractName(contract) || !isCompletion(answer)) return null;
  const { read } = answer as { read?: { calls?: unknown[] } };
  if (read?.calls !== undefined) return { toolCalls: read.calls };
  // lazy: few processes read single calls
  const { interpretAnswer } = await import('@assay/llm');
  const reading = interpretAnswer(contract, answer);
  return reading.ok ? reading.value : null;
}

function isContractName(name: unknown): name is AnswerContractName {
  return typeof name === 'string' && name in answerContracts;
}

function isCompletion(answer: unknown): answer is AnsweredCompletion {
  return typeof answer === 'object' && answer !== null && 'content' in answer && 'toolCalls' in answer;
}
