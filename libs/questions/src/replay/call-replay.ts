import {
  answerContracts,
  toErrorNote,
  type Agent,
  type AnswerContractName,
  type Id,
  type ReplayDifference,
} from '@assay/contracts';
import { parseVerdicts } from '@assay/decision';
import { CallTarget, interpretAnswer, readCompletion, type AnsweredCompletion } from '@assay/llm';
import { storable } from '@assay/persistence';
import { difference } from './compare.js';

/** An answered call as the journal keeps it; bodies are null where they are not kept any more. */
export interface JournaledCall {
  id: Id;
  task: Id;
  ordinal: number;
  agent: string;
  model: string;
  promptHash: string | null;
  parser: string | null;
  repaired: boolean;
  flags: string[];
  request: unknown;
  answer: unknown;
  raw: Uint8Array | null;
}

/** SHA-256 of an agent's templates as they are today; null for an agent without templates. */
export type TemplateHash = (agent: Agent) => string | null;

/** Whether today's prompts are made of what the call's was. */
export function promptDifferences(call: JournaledCall, templateHash: TemplateHash): ReplayDifference[] {
  const today = templateHash(call.agent as Agent);
  return today === null ? [] : difference('prompt', placeOf(call), call.promptHash, today);
}

/** Whether the bytes that came are read today as they were read then. Nothing is said of bodies that are not kept. */
export function parserDifferences(call: JournaledCall): ReplayDifference[] {
  if (call.raw === null || !isCompletion(call.answer)) return [];
  const at = placeOf(call);
  const response = responseOf(call, call.raw);
  if ('error' in response) return difference('parser', `${at}, response`, partsOf(call.answer), response);
  const inResponse = difference('parser', `${at}, response`, partsOf(call.answer), partsOf(response));
  const contract = contractOf(call);
  const { read } = call.answer as { read?: Reading };
  if (contract === null || read === undefined) return inResponse;
  const today = interpretAnswer(contract, response, { fromText: (text) => verdictsOf(text, read) });
  const { parser, repaired, flags, coercions } = today;
  const noted = [...flags, ...coercions.map((coercion) => `coerced ${coercion}`)];
  const value = today.ok ? { value: today.value } : { violation: today.violation.code };
  return [
    ...inResponse,
    ...difference('parser', `${at}, parser`, [call.parser, call.repaired, call.flags], [parser, repaired, noted]),
    ...difference('parser', `${at}, answer`, read, storable(value)),
  ];
}

/** What the task made of the answer. */
interface Reading {
  value?: unknown;
  violation?: string;
}

function placeOf({ agent, task, ordinal }: JournaledCall): string {
  return `${agent}, task ${task}, call ${ordinal}`;
}

function responseOf(call: JournaledCall, raw: Uint8Array): AnsweredCompletion | { error: unknown } {
  try {
    return readCompletion(raw, new CallTarget({ baseUrl: '', model: call.model, apiKey: '' }), 0);
  } catch (error) {
    return { error: toErrorNote(error) };
  }
}

function partsOf({ content, toolCalls, refusal, finishReason }: AnsweredCompletion): unknown {
  return storable({ content, toolCalls, refusal, finishReason });
}

function isCompletion(answer: unknown): answer is AnsweredCompletion {
  return typeof answer === 'object' && answer !== null && 'content' in answer && 'toolCalls' in answer;
}

function contractOf({ request }: JournaledCall): AnswerContractName | null {
  const { contract } = (request ?? {}) as { contract?: unknown };
  return typeof contract === 'string' && contract in answerContracts ? (contract as AnswerContractName) : null;
}

/** Verdicts in words carry no numbers; as many as the record has are about the tests that it has. */
function verdictsOf(text: string, { value }: Reading): unknown {
  const parsed = parseVerdicts(text);
  if (parsed === null) return null;
  const given = parsed.verdicts.filter(({ verdict }) => verdict !== 'UNDECIDED');
  const recorded = (value as { verdicts?: { test: number }[] } | undefined)?.verdicts ?? [];
  const isWhole = recorded.length === given.length;
  return {
    reasoning: '',
    verdicts: given.map(({ verdict, reason }, index) => ({
      test: (isWhole ? recorded[index]?.test : undefined) ?? index + 1,
      verdict: verdict === 'PASS' ? 'OK' : 'KO',
      reason,
    })),
  };
}
