import { PermanentError } from '@assay/contracts';

export interface ConfigProblem {
  variable: string;
  message: string;
}

/** The message has a line per problem. Messages of problems must not contain secrets: they are printed as they are. */
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
