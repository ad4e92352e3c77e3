import { PermanentError } from '@assay/contracts';

/** Thrown by a tool whose arguments are missing or wrong; the model is asked again, a bounded number of times. */
export class ToolArgumentError extends PermanentError {
  /** @param message short, names the fields, and is meant for the model */
  constructor(message: string) {
    super('TOOL_ARGUMENTS_INVALID', message);
  }
}
