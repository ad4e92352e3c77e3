import { InvalidArgumentError } from 'commander';

/** An evaluator as the command line names it. */
export interface EvaluatorFlag {
  name: string;
  model?: string;
  instructions?: string;
}

/** The default evaluators: two that look for different things. */
export const DEFAULT_EVALUATORS: readonly EvaluatorFlag[] = [
  {
    name: 'reader',
    instructions: 'You read for pleasure. What carries you on, and what makes you put the story down?',
  },
  { name: 'editor', instructions: 'You read as an editor. What would you keep, and what would you have rewritten?' },
];

const MODES = ['prompt', 'parts'] as const;

/** One `name` or `name=model` more. */
export function collectEvaluator(text: string, before: EvaluatorFlag[] = []): EvaluatorFlag[] {
  const [, name, model] = /^([^=]+)(?:=(.+))?$/s.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('It is a name, or name=model.');
  return [...before, model === undefined ? { name } : { name, model }];
}

/** One `name=text` more. */
export function collectCriterion(
  text: string,
  before: { name: string; description: string }[] = [],
): { name: string; description: string }[] {
  const [, name, description] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || description === undefined) throw new InvalidArgumentError('It is name=text.');
  return [...before, { name, description }];
}

export function parseMode(text: string): (typeof MODES)[number] {
  const mode = MODES.find((known) => known === text.toLowerCase());
  if (mode === undefined) throw new InvalidArgumentError(`It is one of ${MODES.join(', ')}.`);
  return mode;
}
