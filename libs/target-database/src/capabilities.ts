/** What an engine, through its driver, can do; code asks these instead of the dialect's name. */
export interface Capabilities {
  /** The engine ends a statement at its timeout by itself (a client-side watch stands behind it in any case). */
  serverTimeout: boolean;
  /** Statements run inside a transaction that refuses writes. */
  readOnlyTransaction: boolean;
  /** What stands in for EXPLAIN: the engine's plan, or a check that the statement binds to real names and types. */
  explain: 'plan' | 'describe';
  /** Statement, limits and transaction travel in one round trip. */
  pipelined: boolean;
  /** The driver works in a process of its own, which is killed at the timeout. */
  ownProcess: boolean;
  /** Everyone may read the definitions of views; without it, a view that shows none is refused. */
  viewDefinitionsPublic: boolean;
  /** Run by the conformance suite against a live server. */
  verifiedLive: boolean;
}
