import { PermanentError } from '@assay/contracts';

/** The model may repeat the call. */
export class ToolArgumentError extends PermanentError {
  /** @param message short, for the model */
  constructor(message: string) {
    super('TOOL_ARGUMENTS_INVALID', message);
  }
}
