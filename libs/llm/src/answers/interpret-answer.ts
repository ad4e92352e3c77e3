import { type AgentAnswer, type AnswerContractName } from '@assay/contracts';
import { type Completion } from '../client/completion.js';
import { type Block } from '../parsing/block.js';
import { parseResponse } from '../parsing/parse-response.js';
import { visibleContent } from '../parsing/visible-content.js';
import { answerInTags } from './answer-in-tags.js';
import { answerAsText } from './answer-in-words.js';
import { responseContract } from './contract-schema.js';
import { type Fit, fitToContract, isItemOf } from './fit-to-contract.js';
import { type Interpretation, type Reading, type Violation } from './interpretation.js';

export interface InterpretOptions {
  fromText?: (text: string) => unknown;
}

export type AnsweredCompletion = Pick<Completion, 'content' | 'toolCalls' | 'refusal' | 'finishReason'>;

interface Candidate {
  value: unknown;
  parser: string;
  repaired: boolean;
  flags: string[];
}

/** Native calls first, then the last fitting value. Records coercions. Never truncated values. */
export function interpretAnswer<Name extends AnswerContractName>(
  name: Name,
  completion: AnsweredCompletion,
  options: InterpretOptions = {},
): Interpretation<AgentAnswer<Name>> {
  const unread = refusedOrCut(name, completion);
  if (unread !== null) return unread;
  const { text, hadThinking } = visibleContent(completion.content ?? '');
  const response = parseResponse(text);
  const flags = [...(hadThinking ? ['thinking'] : []), ...response.flags];
  const natives = completion.toolCalls.map(nativeCandidate);
  const inText = response.blocks.filter((block) => block.kind !== 'text').map(blockCandidate);
  const safe = inText.filter((found) => !found.flags.includes('truncated'));
  // The value that broke off last may have been the answer: none of the earlier ones counts.
  const isEndCut = inText.at(-1)?.flags.includes('truncated') ?? false;
  const usable = response.error === null && !isEndCut ? safe : [];
  const candidates = [...usable, ...natives];
  const fit = lastThatFits(name, candidates) ?? fitOfItems(name, usable);
  if (fit?.fit.ok) return accepted(fit.fit, fit.candidate, flags);
  const wasCut = inText.length > safe.length;
  const fromWords = wasCut ? null : readWords(name, completion, text, options, flags);
  if (fromWords !== null) return fromWords;
  const wrong = worst(completion, response.error, wasCut, fit?.fit ?? null);
  const reading: Reading = {
    parser: fit?.candidate.parser ?? null,
    repaired: fit?.candidate.repaired ?? false,
    flags,
    coercions: fit?.fit.coercions ?? [],
  };
  return { ok: false, violation: wrong, ...reading };
}

function refusedOrCut<Name extends AnswerContractName>(
  name: Name,
  completion: AnsweredCompletion,
): Interpretation<AgentAnswer<Name>> | null {
  const reading: Reading = { parser: null, repaired: false, flags: [], coercions: [] };
  if (completion.finishReason === 'length') {
    const message = 'Your answer was cut off because it was too long. Answer again, shorter, and complete.';
    return { ok: false, violation: { code: 'truncated', message }, ...reading, flags: ['truncated'] };
  }
  if (completion.refusal !== null && name === 'sql_candidate') {
    const value = { reasoning: '', sql: '', refusal: completion.refusal } as AgentAnswer<Name>;
    return { ok: true, value, ...reading, parser: 'native', flags: ['refusal'] };
  }
  if (completion.refusal !== null || completion.finishReason === 'content_filter') {
    const message = 'Your last answer was withheld. Answer the task as it is stated, in the asked shape.';
    return { ok: false, violation: { code: 'refused', message }, ...reading, flags: ['refusal'] };
  }
  return null;
}

function nativeCandidate(call: { name: string; arguments: unknown }): Candidate {
  if (typeof call.arguments !== 'string') {
    return { value: call.arguments, parser: 'native', repaired: false, flags: [] };
  }
  const block = parseResponse(call.arguments).blocks.find((found) => found.kind === 'json');
  const isWhole = block !== undefined && !(block.flags ?? []).includes('truncated');
  return { value: isWhole ? block.value : call.arguments, parser: 'native', repaired: isWhole, flags: [] };
}

function blockCandidate(block: Block): Candidate {
  return {
    value: block.kind === 'tool_call' ? block.arguments : block.value,
    parser: block.parser ?? 'unknown',
    repaired: block.repaired ?? false,
    flags: block.flags ?? [],
  };
}

interface CandidateFit<Name extends AnswerContractName> {
  fit: Fit<Name>;
  candidate: Candidate;
}

function lastThatFits<Name extends AnswerContractName>(name: Name, candidates: Candidate[]): CandidateFit<Name> | null {
  let closest: CandidateFit<Name> | null = null;
  for (const candidate of candidates.toReversed()) {
    const fit = fitToContract(name, candidate.value);
    if (fit.ok) return { fit, candidate };
    if (closest === null || closest.fit.ok || fit.likeness > closest.fit.likeness) closest = { fit, candidate };
  }
  // Loose items are joined into a list rather than reported as near misses.
  return candidates.some((candidate) => isItemOf(name, candidate.value)) ? null : closest;
}

function fitOfItems<Name extends AnswerContractName>(name: Name, candidates: Candidate[]): CandidateFit<Name> | null {
  const items = candidates.filter((candidate) => isItemOf(name, candidate.value));
  const [first] = items;
  if (first === undefined) return null;
  const fit = fitToContract(
    name,
    items.map((item) => item.value),
  );
  return { fit, candidate: { ...first, repaired: items.some((item) => item.repaired), flags: ['loose-items'] } };
}

function accepted<Name extends AnswerContractName>(
  fit: Fit<Name> & { ok: true },
  candidate: Candidate,
  flags: string[],
): Interpretation<AgentAnswer<Name>> {
  const { parser, repaired } = candidate;
  const all = [...new Set([...flags, ...candidate.flags])];
  return { ok: true, value: fit.value, parser, repaired, flags: all, coercions: fit.coercions };
}

function readWords<Name extends AnswerContractName>(
  name: Name,
  completion: AnsweredCompletion,
  text: string,
  options: InterpretOptions,
  flags: string[],
): Interpretation<AgentAnswer<Name>> | null {
  if (text.trim() === '') return null;
  for (const { value, parser } of wordings(name, completion, text, options)) {
    const fit = fitToContract(name, value);
    const flag = parser === 'sql-fence' ? parser : 'text-answer';
    if (fit.ok) return accepted(fit, { value: null, parser, repaired: false, flags: [flag] }, flags);
  }
  return null;
}

function* wordings(
  name: AnswerContractName,
  completion: AnsweredCompletion,
  text: string,
  options: InterpretOptions,
): Generator<{ value: unknown; parser: string }> {
  const { schema } = responseContract(name);
  const inTags = answerInTags(text, schema);
  // Hidden thinking may hold the field `reasoning`.
  const { reasoning } = answerInTags(completion.content ?? '', schema) ?? {};
  if (inTags !== null) yield { value: { reasoning, ...inTags }, parser: 'tags' };
  const read: unknown = options.fromText?.(text) ?? null;
  if (read !== null) yield { value: read, parser: 'text' };
  const inWords = answerAsText(name, text, completion.finishReason === 'stop');
  if (inWords !== null) yield inWords;
}

function worst<Name extends AnswerContractName>(
  completion: AnsweredCompletion,
  error: { code: string } | null,
  wasCut: boolean,
  fit: Fit<Name> | null,
): Violation {
  if (error?.code === 'truncated_tool_call' || wasCut) {
    return { code: 'truncated', message: 'Your answer breaks off in the middle. Answer again, complete.' };
  }
  if (error !== null && error.code !== 'empty') {
    const problem = error.code.replaceAll('_', ' ');
    return {
      code: 'malformed',
      message: `Your answer could not be read (${problem}). Answer with one plain JSON object.`,
    };
  }
  if (fit !== null && !fit.ok) return fit.violation;
  if ((completion.content ?? '').trim() === '') return { code: 'empty', message: 'Your answer was empty.' };
  return { code: 'no_answer', message: 'Your answer holds no JSON object. Answer with one, and nothing else.' };
}
