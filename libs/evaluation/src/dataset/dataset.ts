export interface Dataset {
  name: string;
  folder: string;
  databases: EvalDatabase[];
  questions: EvalQuestion[];
}

/** A SQLite file, or a dump for PostgreSQL. */
export interface EvalDatabase {
  id: string;
  dialect: 'sqlite' | 'postgres';
  path: string;
}

export interface EvalQuestion {
  id: string;
  database: string;
  question: string;
  evidence: string[];
  /** All correct SQLs; at least one. */
  gold: string[];
}

export interface PoolCandidate {
  system: string;
  sql: string;
}

/** By question id, in file order, which breaks ties. */
export type CandidatePool = ReadonlyMap<string, readonly PoolCandidate[]>;
