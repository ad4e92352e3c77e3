import type { Dialect } from '@assay/contracts';
import { dialectErrors } from '../dialects/sql-dialects.js';

export interface WrongName {
  /** As in the message, without quotes: `t.custmer_id`. */
  name: string;
  kind: 'table' | 'column';
}

/** Null if not found. Call only for codes of wrong names. */
export function wrongName(message: string, dialect: Dialect): WrongName | null {
  for (const [pattern, kind] of dialectErrors(dialect).wrongNames) {
    const name = pattern.exec(message)?.[1];
    if (name !== undefined) return { name: name.replaceAll(/["`[\]]/g, ''), kind };
  }
  return null;
}
