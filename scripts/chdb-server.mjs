/**
 * Serves ClickHouse's engine in `chdb` over the HTTP interface:
 * `ASSAY_CHDB=/folder/of/chdb node scripts/chdb-server.mjs` prints its port. One user, whose password `CHDB_PASSWORD` is.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { Session } = createRequire(join(process.env.ASSAY_CHDB, 'package.json'))('chdb');
const folder = mkdtempSync(join(tmpdir(), 'assay-chdb-'));
const TAG = 'abcdefghijklmnop';
const OWN = new Set(['database', 'query_id', 'default_format', 'query', 'role', 'session_id', 'user', 'password']);
const wanted = `Basic ${Buffer.from(`default:${process.env.CHDB_PASSWORD ?? ''}`).toString('base64')}`;
/** Keeps the folder open. */
const keeper = new Session(folder);

const server = createServer((request, response) => {
  serve(request, response).catch((error) => fail(response, String(error?.message ?? error)));
}).listen(0, '127.0.0.1', () => console.log(server.address().port));

async function serve(request, response) {
  const { searchParams } = new URL(request.url, 'http://localhost');
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  if (request.headers.authorization !== wanted)
    throw new Error('Code: 516. DB::Exception: default: Authentication failed');
  const sql = (searchParams.get('query') ?? '') + body;
  const killed = /^KILL QUERY WHERE query_id = '([\w-]+)'/.exec(sql)?.[1];
  if (killed) return response.end(await kill(killed));
  const session = new Session(folder);
  const queryId = searchParams.get('query_id') ?? '';
  response.on('close', () => response.writableFinished || kill(queryId));
  try {
    prepare(session, searchParams);
    // The comment finds the statement again.
    const marked = /^\s*(select|with|describe)\b/i.test(sql) ? `${sql}\n/* ${queryId} */` : sql;
    await answer(session, marked, searchParams, response);
  } finally {
    session.close();
  }
}

function prepare(session, parameters) {
  const settings = [...parameters].filter(([name]) => !OWN.has(name) && !name.startsWith('param_'));
  // The one that forbids the others comes last.
  settings.sort(([left], [right]) => Number(left === 'readonly') - Number(right === 'readonly'));
  if (parameters.get('database')) session.query(`USE \`${parameters.get('database')}\``);
  for (const [name, value] of settings) session.query(`SET ${name} = '${value}'`);
}

async function answer(session, sql, parameters, response) {
  const format = parameters.get('default_format') ?? 'TabSeparated';
  if (!/^\s*(select|with)\b/i.test(sql)) return response.end((await session.queryAsync(sql, { format })).bytes());
  const values = [...parameters].filter(([name]) => name.startsWith('param_'));
  const bound = Object.fromEntries(values.map(([name, value]) => [name.slice(6), unescaped(value)]));
  const stream =
    values.length > 0 ? session.queryStreamBind(sql, bound, { format }) : session.queryStream(sql, { format });
  let header = null;
  for await (const chunk of stream) {
    if (response.destroyed) return;
    // Every chunk has the two lines of names and types.
    const bytes = Buffer.from(chunk.raw());
    const rows = header === null ? bytes : bytes.subarray(header.length);
    header ??= bytes.subarray(0, bytes.indexOf('\n', bytes.indexOf('\n') + 1) + 1);
    if (!response.write(rows)) await new Promise((go) => response.once('drain', go).once('close', go));
  }
  response.end();
}

function unescaped(text) {
  return text.replace(
    /\\(.)/gs,
    (_, letter) => ({ n: '\n', t: '\t', r: '\r', 0: '\0', b: '\b', f: '\f' })[letter] ?? letter,
  );
}

function fail(response, message) {
  if (response.destroyed) return;
  const text = message.replace(/^Query failed: /, '');
  if (response.headersSent) {
    response.end(`\r\n__exception__\r\n${TAG}\r\n${text}\r\n${Buffer.byteLength(text)} ${TAG}\r\n__exception__\r\n`);
  } else response.writeHead(500, { 'x-clickhouse-exception-code': /Code: (\d+)/.exec(text)?.[1] ?? '0' }).end(text);
}

async function kill(queryId) {
  const killer = new Session(folder);
  try {
    const others = `query LIKE '%/* ${queryId} */%' AND query NOT LIKE 'KILL%'`;
    return (await killer.queryAsync(`KILL QUERY WHERE ${others} ASYNC`)).bytes();
  } finally {
    killer.close();
  }
}

/** Ends with the process that started it. */
process.stdin.on('end', () => {
  server.closeAllConnections();
  keeper.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});
process.stdin.resume();
