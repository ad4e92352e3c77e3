import { type AgentAnswer, type AnswerContractName } from '@assay/contracts';
import { type Completion } from '../client/completion.js';
import { type ModelMessage } from '../client/model-request.js';
import { type InterpretOptions, interpretAnswer } from './interpret-answer.js';
import { type Interpretation, type Violation } from './interpretation.js';

/** How often an answer that breaks its contract is asked for again. */
const DEFAULT_REASKS = 2;

/**
 * One call of a model. Callers journal here: the same `callIndex` with the same messages must give the same completion.
 * A plain call is not held to the contract's shape by the endpoint.
 */
export type AskPort = (messages: ModelMessage[], callIndex: number, plain: boolean) => Promise<Completion>;

/** Another way to ask for the same answer, for models that cannot or will not give it in the contract's shape. */
export interface OtherWords {
  /** Put at the end of the prompt: the format, with an example. Overrides what the prompt says of the shape. */
  words: string;
  /** The contract's value as the text gives it, not yet validated; null when the text is not in this format either. */
  read: (text: string) => unknown;
}

export interface AskOptions<Name extends AnswerContractName> extends InterpretOptions {
  contract: Name;
  messages: ModelMessage[];
  /** Further asks after a first answer that breaks the contract. */
  reasks?: number;
  /** Asks once more, in other words, when all asks before have broken the contract. */
  otherWords?: OtherWords;
  /** What the shape cannot say: a violation, or null for a good answer. */
  check?: (value: AgentAnswer<Name>) => Violation | null;
  /** Told of each answer, good or bad, with its reading (for the journal). */
  onAnswer?: (callIndex: number, completion: Completion, reading: Interpretation<AgentAnswer<Name>>) => void;
}

/** What asking came to. `reasks` is how many further asks it took. */
export type AskOutcome<Name extends AnswerContractName> = { completion: Completion; reasks: number } & (
  | { status: 'answered'; value: AgentAnswer<Name>; reading: Interpretation<AgentAnswer<Name>> & { ok: true } }
  | { status: 'never-in-form'; violation: Violation; reading: Interpretation<AgentAnswer<Name>> }
);

/**
 * Asks until the answer fits its contract, at most `1 + reasks` times, and once more in other words where there are any. Each further ask is the original prompt plus one
 * short message that names the field; the wrong answer itself is never put back into a prompt.
 */
export async function askByContract<Name extends AnswerContractName>(
  port: AskPort,
  options: AskOptions<Name>,
): Promise<AskOutcome<Name>> {
  const limit = options.reasks ?? DEFAULT_REASKS;
  let { messages } = options;
  for (let callIndex = 0; ; callIndex += 1) {
    const completion = await port(messages, callIndex, false);
    const reading = checked(interpretAnswer(options.contract, completion, options), options);
    options.onAnswer?.(callIndex, completion, reading);
    if (reading.ok) return { status: 'answered', value: reading.value, reading, completion, reasks: callIndex };
    const { violation } = reading;
    if (callIndex >= limit) {
      const { otherWords } = options;
      if (otherWords !== undefined) return askInOtherWords(port, { ...options, otherWords }, callIndex + 1);
      return { status: 'never-in-form', violation, reading, completion, reasks: callIndex };
    }
    messages = withViolation(options.messages, violation);
  }
}

async function askInOtherWords<Name extends AnswerContractName>(
  port: AskPort,
  options: AskOptions<Name> & { otherWords: OtherWords },
  callIndex: number,
): Promise<AskOutcome<Name>> {
  const { words, read } = options.otherWords;
  const completion = await port(withWords(options.messages, words), callIndex, true);
  const reading = checked(interpretAnswer(options.contract, completion, { ...options, fromText: read }), options);
  options.onAnswer?.(callIndex, completion, reading);
  if (reading.ok) return { status: 'answered', value: reading.value, reading, completion, reasks: callIndex };
  return { status: 'never-in-form', violation: reading.violation, reading, completion, reasks: callIndex };
}

function checked<Name extends AnswerContractName>(
  reading: Interpretation<AgentAnswer<Name>>,
  options: AskOptions<Name>,
): Interpretation<AgentAnswer<Name>> {
  const violation = reading.ok ? (options.check?.(reading.value) ?? null) : null;
  if (!reading.ok || violation === null) return reading;
  const { parser, repaired, flags, coercions } = reading;
  return { ok: false, violation, parser, repaired, flags, coercions };
}

/** The prompt with a word on what was wrong with the last answer. */
function withViolation(messages: ModelMessage[], violation: Violation): ModelMessage[] {
  const words = `Your last answer was not accepted: ${violation.message} Answer again, whole, in the asked shape.`;
  return withWords(messages, words);
}

function withWords(messages: ModelMessage[], words: string): ModelMessage[] {
  const last = messages.findLastIndex((message) => message.role === 'user');
  if (last < 0) return [...messages, { role: 'user', content: words }];
  return messages.map((message, index) =>
    index === last ? { ...message, content: `${message.content}\n\n${words}` } : message,
  );
}
