import { labelsOf, readFacts, type DeclaredFact } from '../introspection/declared-facts.js';
import type { DatabaseSession } from '../session.js';
import { OWN } from './catalog.js';

const ENUMS = `
  select database, table, 'enum', name, replaceAll(type, $$\\'$$, $$''$$) from system.columns
   where ${OWN} and match(type, '^((LowCardinality|Nullable)\\\\()*Enum') order by database, table, position`;

const GENERATED = `
  select database, table, 'generated', name, default_expression from system.columns
   where ${OWN} and default_kind in ('MATERIALIZED', 'ALIAS') order by database, table, position`;

/** ClickHouse has no unique constraints, and no catalog of checks. */
export async function readDeclared(session: DatabaseSession, signal: AbortSignal): Promise<DeclaredFact[]> {
  const enums = await readFacts(ENUMS, session, signal);
  return [...enums.flatMap(labelsOf), ...(await readFacts(GENERATED, session, signal))];
}
