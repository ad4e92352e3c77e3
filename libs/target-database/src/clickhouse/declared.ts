import { factReader } from '../introspection/declared-facts.js';
import { OWN } from './catalog.js';

const ENUMS = `
  select database, table, 'labels', name, replaceAll(type, $$\\'$$, $$''$$) from system.columns
   where ${OWN} and match(type, '^((LowCardinality|Nullable)\\\\()*Enum') order by database, table, position`;

const GENERATED = `
  select database, table, 'generated', name, default_expression from system.columns
   where ${OWN} and default_kind in ('MATERIALIZED', 'ALIAS') order by database, table, position`;

/** ClickHouse has no unique constraints, and no catalog of checks. */
export const readDeclared = factReader(ENUMS, GENERATED);
