/** Questions with gold SQL, and the databases that they are about. */
export interface Dataset {
  /** The folder's own name. */
  name: string;
  /** Absolute path of the folder. */
  folder: string;
  databases: EvalDatabase[];
  questions: EvalQuestion[];
}

/** A database of a data set: a SQLite file, or a dump that is loaded into PostgreSQL. */
export interface EvalDatabase {
  id: string;
  dialect: 'sqlite' | 'postgres';
  /** Absolute path of the file. */
  path: string;
}

export interface EvalQuestion {
  id: string;
  database: string;
  question: string;
  /** What one must know for the answer. */
  evidence: string[];
  /** Every SQL that is right; at least one. */
  gold: string[];
}

/** What one system answered to one question. */
export interface PoolCandidate {
  system: string;
  sql: string;
}

/** The candidates of each question, by its id; in the order of the pool's file, which settles ties of the vote. */
export type CandidatePool = ReadonlyMap<string, readonly PoolCandidate[]>;
