import { InvalidArgumentError } from 'commander';

export interface EvaluatorFlag {
  name: string;
  model?: string;
  instructions?: string;
}

export const DEFAULT_EVALUATORS: readonly EvaluatorFlag[] = [
  {
    name: 'reader',
    instructions: 'You read for pleasure. What carries you on, and what makes you put the story down?',
  },
  { name: 'editor', instructions: 'You read as an editor. What would you keep, and what would you have rewritten?' },
];

const MODES = ['prompt', 'parts'] as const;

/** Adds `name` or `name=model`. */
export function collectEvaluator(text: string, before: EvaluatorFlag[] = []): EvaluatorFlag[] {
  const [, name, model] = /^([^=]+)(?:=(.+))?$/s.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('Expected a name, or name=model.');
  return [...before, model === undefined ? { name } : { name, model }];
}

/** Adds `name=text`. */
export function collectCriterion(
  text: string,
  before: { name: string; description: string }[] = [],
): { name: string; description: string }[] {
  const [, name, description] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || description === undefined) throw new InvalidArgumentError('Expected name=text.');
  return [...before, { name, description }];
}

export function parseMode(text: string): (typeof MODES)[number] {
  const mode = MODES.find((known) => known === text.toLowerCase());
  if (mode === undefined) throw new InvalidArgumentError(`Expected one of ${MODES.join(', ')}.`);
  return mode;
}
