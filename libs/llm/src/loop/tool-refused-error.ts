import { PermanentError } from '@assay/contracts';

/** The tool may not run yet (for example, before everything was read); the model is warned. */
export class ToolRefusedError extends PermanentError {
  /** @param message short, says what must be done first, addresses the model */
  constructor(message: string) {
    super('TOOL_REFUSED', message);
  }
}
