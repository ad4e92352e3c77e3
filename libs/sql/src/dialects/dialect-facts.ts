export interface DialectIdiom {
  rule: string;
  example: string;
}

/** For prompts and retry messages. */
export interface DialectFacts {
  name: string;
  identifierQuoting: DialectIdiom;
  currentTimestamp: DialectIdiom;
  stringLength: DialectIdiom;
  nullHandling: DialectIdiom;
  concatenation: DialectIdiom;
  limit: DialectIdiom;
  nullsOrdering: DialectIdiom;
  /** Of = and LIKE. */
  textComparison: DialectIdiom;
  pitfalls: readonly string[];
}
