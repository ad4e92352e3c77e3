export type { Capabilities } from './capabilities.js';
export {
  TLS_MODES,
  type ConnectionTarget,
  type FileTarget,
  type ResolvedFile,
  type ResolvedServer,
  type ResolvedTarget,
  type ServerTarget,
  type TlsMode,
} from './connection/connection-target.js';
export { parseTargetUrl } from './connection/parse-target-url.js';
export { resolveTarget, type HostLookup, type TargetPolicy } from './connection/resolve-target.js';
export type { Relation } from './driver.js';
export type { Guard, Verdict } from './introspection/unsafe-relations.js';
export { forgetFiles } from './duckdb/files-database.js';
export { judgeAndRun } from './judge-and-run.js';
export { openTargetDatabase } from './open-target-database.js';
export type { TargetDatabaseOptions } from './pooled-target-database.js';
export { decryptSecret, encryptSecret, needsResealing } from './secrets/secret-box.js';
export type { SecretKeys } from './secrets/secret-keys.js';
export { Secret } from './secrets/secret.js';
export { StatementFailedError } from './statement-failed-error.js';
export type { Introspection, RelationRefusal, TargetDatabase } from './target-database.js';
export { targetFault, TARGET_FAULTS, unreachableFault, type TargetFault } from './target-faults.js';
