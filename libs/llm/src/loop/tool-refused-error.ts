import { PermanentError } from '@assay/contracts';

/** Thrown by a tool that may not run yet (an evaluation before everything was read); the model is warned. */
export class ToolRefusedError extends PermanentError {
  /** @param message short, says what must be done first, and is meant for the model */
  constructor(message: string) {
    super('TOOL_REFUSED', message);
  }
}
