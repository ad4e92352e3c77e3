import { PermanentError } from '@assay/contracts';

/** One variable that is wrong, and what is expected of it. */
export interface ConfigProblem {
  variable: string;
  message: string;
}

/** The environment is wrong; the message has one line per variable. Values of secrets are not in it. */
export class ConfigError extends PermanentError {
  constructor(readonly problems: ConfigProblem[]) {
    super(
      'CONFIG_INVALID',
      ['The environment is not valid:', ...problems.map(({ variable, message }) => `  ${variable}: ${message}`)].join(
        '\n',
      ),
    );
  }
}
