/**
 * PostgreSQL's regression queries through the guard: `npm run bench postgres-regression --
 * <folder>`, with the suite's `.sql` files, which are not part of this project.
 * Counts statements that parse as exactly one. A plain read is a SELECT (VALUES, TABLE, set operation) that neither
 * stores, locks nor writes, has no parameter, and calls only harmless built-ins: those in the folder's
 * `functions.json`, or else in the guard's list. Fails if a write is allowed, or too few plain reads are.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { guardSql } from '../../libs/sql/dist/index.js';
import { parsePostgres } from '../../libs/sql/dist/postgres/postgres-parser.js';

const folder = process.argv[2];
if (folder === undefined || !existsSync(folder)) {
  console.error('give the folder of the regression suite');
  process.exit(2);
}
const listed = join(folder, 'functions.json');
/** Built-in functions without side effects. */
const harmless = existsSync(listed) ? new Set(JSON.parse(readFileSync(listed, 'utf8'))) : new Set();

/** Splits a psql script at top-level semicolons. */
function* statementsOf(script) {
  const marks = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*|\$(?:[A-Za-z_]\w*)?\$|[()[\];]/g;
  const text = script.replace(/^\\[^\n]*$/gm, ';');
  let start = 0;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const [sign] = mark;
    if (sign === '/*') marks.lastIndex = Math.max(text.indexOf('*/', mark.index) + 2, marks.lastIndex);
    else if (sign.startsWith('$'))
      marks.lastIndex = Math.max(text.indexOf(sign, marks.lastIndex) + sign.length, marks.lastIndex);
    else if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth -= 1;
    else if (sign === ';' && depth <= 0) {
      yield text.slice(start, mark.index);
      start = mark.index + 1;
      depth = 0;
    }
  }
  yield text.slice(start);
}

const counts = { statements: 0, reads: 0, allowed: 0, refusedPlain: 0, writesAllowed: 0 };
const refusals = {};
for (const file of readdirSync(folder).filter((name) => name.endsWith('.sql'))) {
  for (const sql of statementsOf(readFileSync(join(folder, file), 'utf8'))) {
    const parsed = await parsePostgres(sql).catch(() => ({ error: true }));
    if ('error' in parsed || parsed.statements.length !== 1) continue;
    counts.statements += 1;
    const outcome = await guardSql(sql, 'postgres', { allowSystemCatalogs: true });
    const isSelect = 'SelectStmt' in parsed.statements[0].stmt;
    if (!isSelect && outcome.allowed) counts.writesAllowed += 1;
    if (!isSelect) continue;
    counts.reads += 1;
    if (outcome.allowed) {
      counts.allowed += 1;
      continue;
    }
    refusals[outcome.rule] = (refusals[outcome.rule] ?? 0) + 1;
    const called = /The function (?:pg_catalog\.)?(\S+) is not/.exec(outcome.message)?.[1];
    const isPlain =
      called === undefined
        ? ['construct', 'bulk', 'parser-fault', 'too-complex', 'syntax', 'bad-character'].includes(outcome.rule)
        : harmless.has(called);
    if (isPlain) {
      counts.refusedPlain += 1;
      console.log(`refused although plain: ${outcome.message} | ${sql.trim().slice(0, 100).replaceAll('\n', ' ')}`);
    }
  }
}
const LEAST_PERCENT = 99.4;
const plain = counts.allowed + counts.refusedPlain;
const percent = (100 * counts.allowed) / plain;
console.log(JSON.stringify({ ...counts, plainReadsAllowedPercent: Number(percent.toFixed(2)), refusals }));
// Without statements the share is NaN.
if (counts.writesAllowed > 0 || !(percent >= LEAST_PERCENT)) process.exitCode = 1;
