import { type AgentAnswer, type AnswerContractName } from '@assay/contracts';
import { type Completion } from '../client/completion.js';
import { type ModelMessage } from '../client/model-request.js';
import { appendToLastUserMessage } from '../client/request-body.js';
import { type InterpretOptions, interpretAnswer } from './interpret-answer.js';
import { type Interpretation, type Violation } from './interpretation.js';

const DEFAULT_REASKS = 2;

/** Equal `callIndex` and messages must give the same completion. `plain`: no enforced contract. */
export type AskPort = (messages: ModelMessage[], callIndex: number, plain: boolean) => Promise<Completion>;

export interface OtherWords {
  /** Format with an example; overrides the prompt's. */
  words: string;
  /** Unvalidated; null if not in this format. */
  read: (text: string) => unknown;
}

export interface AskOptions<Name extends AnswerContractName> extends InterpretOptions {
  contract: Name;
  messages: ModelMessage[];
  /** Default: 2. */
  reasks?: number;
  otherWords?: OtherWords;
  /** Beyond the schema; null if valid. */
  check?: (value: AgentAnswer<Name>) => Violation | null;
  onAnswer?: (callIndex: number, completion: Completion, reading: Interpretation<AgentAnswer<Name>>) => void;
}

export type AskOutcome<Name extends AnswerContractName> = { completion: Completion; reasks: number } & (
  | { status: 'answered'; value: AgentAnswer<Name>; reading: Interpretation<AgentAnswer<Name>> & { ok: true } }
  | { status: 'never-in-form'; violation: Violation; reading: Interpretation<AgentAnswer<Name>> }
);

/**
 * Asks at most `1 + reasks` times, then, with `otherWords`, once in the other format. Of a wrong answer at most one
 * short word enters a prompt.
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
      if (otherWords !== undefined) return askRephrased(port, { ...options, otherWords }, callIndex + 1);
      return { status: 'never-in-form', violation, reading, completion, reasks: callIndex };
    }
    messages = withViolation(options.messages, violation);
  }
}

async function askRephrased<Name extends AnswerContractName>(
  port: AskPort,
  options: AskOptions<Name> & { otherWords: OtherWords },
  callIndex: number,
): Promise<AskOutcome<Name>> {
  const { words, read } = options.otherWords;
  const completion = await port(appendToLastUserMessage(options.messages, [words]), callIndex, true);
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

function withViolation(messages: ModelMessage[], violation: Violation): ModelMessage[] {
  const words = `Your last answer was not accepted: ${violation.message} Answer again, whole, in the asked shape.`;
  return appendToLastUserMessage(messages, [words]);
}
