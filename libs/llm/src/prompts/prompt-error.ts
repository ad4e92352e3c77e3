import { PermanentError } from '@assay/contracts';

/** A template that is missing, invalid, or inconsistent with its agent. */
export class PromptTemplateError extends PermanentError {
  readonly variable: string | null;
  constructor(
    readonly template: string,
    message: string,
    options: { variable?: string | null; cause?: unknown } = {},
  ) {
    super('PROMPT_TEMPLATE', `prompts/${template}: ${message}`, { cause: options.cause });
    this.variable = options.variable ?? null;
  }
}
