import { PermanentError } from '@assay/contracts';

/** Called too early; the model is warned. */
export class ToolRefusedError extends PermanentError {
  /** @param message what must be done first */
  constructor(message: string) {
    super('TOOL_REFUSED', message);
  }
}
