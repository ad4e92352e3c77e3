import type { Dialect } from '@assay/contracts';

/** Dialects that have no real grammar here: judged by their tokens and by a general parser's tree. */
export type TokenDialect = Exclude<Dialect, 'postgres'>;
