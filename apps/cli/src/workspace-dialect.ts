import { DIALECTS, type Dialect } from '@assay/contracts';
import { InvalidArgumentError } from 'commander';

export function parseDialect(text: string): Dialect {
  const dialect = DIALECTS.find((known) => known === text.toLowerCase());
  if (dialect === undefined) throw new InvalidArgumentError(`Expected one of ${DIALECTS.join(', ')}.`);
  return dialect;
}
