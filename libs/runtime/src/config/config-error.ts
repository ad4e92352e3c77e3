import { PermanentError } from '@assay/contracts';

export interface ConfigProblem {
  variable: string;
  message: string;
}

/** A line per problem. Messages must not contain secrets: they are printed as they are. */
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
