import { PermanentError } from '@assay/contracts';

/** A template that is missing, cannot be parsed, or does not fit the variables or the sections of its agent. */
export class PromptTemplateError extends PermanentError {
  /** Path of the template inside the prompts folder. */
  readonly template: string;
  /** The variable at fault, where it is one. */
  readonly variable: string | null;
  constructor(template: string, message: string, options: { variable?: string | null; cause?: unknown } = {}) {
    super('PROMPT_TEMPLATE', `prompts/${template}: ${message}`, { cause: options.cause });
    this.template = template;
    this.variable = options.variable ?? null;
  }
}
