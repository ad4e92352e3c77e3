import type { Dialect } from '@assay/contracts';
import { dialectErrors } from '../dialects/sql-dialects.js';

/** A name that an error complains about. */
export interface WrongName {
  /** The name as the error writes it, without quotes: `t.custmer_id`. */
  name: string;
  kind: 'table' | 'column';
}

/**
 * The name that an error complains about, or null where its text names none. Only the name is taken from the text; that
 * there is a wrong name is known from the code.
 */
export function wrongName(message: string, dialect: Dialect): WrongName | null {
  for (const [pattern, kind] of dialectErrors(dialect).wrongNames) {
    const name = pattern.exec(message)?.[1];
    if (name !== undefined) return { name: name.replaceAll(/["`[\]]/g, ''), kind };
  }
  return null;
}
