import { PermanentError } from '@assay/contracts';

/** Missing or wrong arguments; the model may repeat the call a limited number of times. */
export class ToolArgumentError extends PermanentError {
  /** @param message short, names the fields, addresses the model */
  constructor(message: string) {
    super('TOOL_ARGUMENTS_INVALID', message);
  }
}
