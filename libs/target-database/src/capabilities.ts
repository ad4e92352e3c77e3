/** What an engine, through its driver, can do; code asks these instead of the dialect's name. */
export interface Capabilities {
  /** Statements run inside a transaction that refuses writes. */
  readOnlyTransaction: boolean;
  /** What stands in for EXPLAIN: the engine's plan, or a check that the statement binds to real names and types. */
  explain: 'plan' | 'describe';
  /** Everyone may read the definitions of views; without it, a view that shows none is refused. */
  viewDefinitionsPublic: boolean;
  /** Run by the conformance suite against a live server. */
  verifiedLive: boolean;
}
