import { readFileSync } from 'node:fs';

const FIXTURE = new URL('../../libs/sql/fixtures/bulk-statements.json', import.meta.url);

/** Kinds of statements that went on after timeout, cancel and kill; PostGIS has two more. */
export const ENDLESS = {
  postgres: [
    /translate\(repeat/,
    /ltrim\(/,
    /strpos\(repeat/,
    /split_part\(/,
    /replace\(/,
    /jsonb_agg.* - \(SELECT array_agg/,
    /jsonb_agg.* \?\| \(SELECT array_agg/,
    /normalize\(/,
    /xpath\('count.*repeat/,
    /xpath\('translate/,
    /format\('%1000000000s'/,
  ],
  mariadb: [/LOCATE\(/, /INSTR\(/, / REPLACE\(/, /SUBSTRING_INDEX\(/, /REGEXP_REPLACE\(/, /EXTRACTVALUE\(/],
} as const;

/** One of each kind, as the guard's fixture has it. */
export function endlessStatements(dialect: keyof typeof ENDLESS): string[] {
  const all = JSON.parse(readFileSync(FIXTURE, 'utf8')) as { dialect: string; sql: string }[];
  const own = all.filter((one) => one.dialect === dialect).map(({ sql }) => sql);
  return ENDLESS[dialect].flatMap((kind) => own.find((sql) => kind.test(sql)) ?? []);
}
