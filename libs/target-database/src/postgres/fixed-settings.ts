import { textOf } from '../introspection/catalog-cells.js';
import type { DatabaseSession } from '../session.js';

interface FixedSetting {
  name: string;
  value: string;
  /** Values of the database that mean the same. */
  isSame: RegExp;
}

/**
 * Settings independent of database and role: printed forms, and how texts are read, which the guard relies on.
 * `DateStyle` keeps the database's order of day, month and year.
 */
export const FIXED_SETTINGS: readonly FixedSetting[] = [
  { name: 'standard_conforming_strings', value: 'on', isSame: /^on$/ },
  { name: 'DateStyle', value: 'ISO', isSame: /^ISO\b/ },
  { name: 'IntervalStyle', value: 'postgres', isSame: /^postgres$/ },
  { name: 'extra_float_digits', value: '1', isSame: /^[1-3]$/ },
  { name: 'bytea_output', value: 'hex', isSame: /^hex$/ },
];

const NO_ENCODING = 'the database has no encoding (SQL_ASCII): texts that are not UTF-8 cannot be read';

const SETTINGS = 'select name, reset_val from pg_catalog.pg_settings where name = any($1::pg_catalog.text[])';
const LIMITS = { timeoutMs: 10_000, maxRows: 100, maxBytes: 100_000 };

/** Findings about settings of the database that statements do not run with. */
export async function readOverriddenSettings(session: DatabaseSession, signal: AbortSignal): Promise<string[]> {
  const names = `{${[...FIXED_SETTINGS.map(({ name }) => name), 'server_encoding'].join(',')}}`;
  const rows = await session.read({ sql: SETTINGS, parameters: [names], ...LIMITS }, signal);
  const own = new Map(rows.map(([name, value]) => [textOf(name), textOf(value)]));
  const overridden = FIXED_SETTINGS.flatMap(({ name, value, isSame }) => {
    const found = own.get(name);
    return found === undefined || isSame.test(found)
      ? []
      : [`the database sets ${name} to ${found}; statements run with ${value}`];
  });
  return own.get('server_encoding') === 'SQL_ASCII' ? [...overridden, NO_ENCODING] : overridden;
}
