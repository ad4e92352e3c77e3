/** How a dialect writes one thing, with an example that runs. */
export interface DialectIdiom {
  rule: string;
  example: string;
}

/** What a writer of SQL must know of a dialect; used in prompts and retry messages. */
export interface DialectFacts {
  /** The dialect's name as people write it. */
  name: string;
  identifierQuoting: DialectIdiom;
  currentTimestamp: DialectIdiom;
  stringLength: DialectIdiom;
  nullHandling: DialectIdiom;
  concatenation: DialectIdiom;
  limit: DialectIdiom;
  nullsOrdering: DialectIdiom;
  /** What = and LIKE make of letter case. */
  textComparison: DialectIdiom;
  /** Sentences for prompts: what goes wrong most often. */
  pitfalls: readonly string[];
}
