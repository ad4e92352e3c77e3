import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';

const MADE =
  /(?<![.\w])(?:(?:http|https|net|tls|fs|childProcess|child_process)\.)?(?:fork|spawn|createServer|createConnection|createReadStream|createWriteStream)\(|\bnew (?:pg\.)?(?:Client|Pool)\(|\bnew (?:Worker|Redis|Queue|QueueEvents|Socket|WebSocket)\(|\bmysql\.createConnection\(|\bnew mssql\.ConnectionPool\(/g;
/** Lines below it in which its listener stands. */
const NEAR = 25;

/** Places without one, and why. */
const REASONS: Readonly<Record<string, string>> = {
  'apps/cli/src/export-record.ts createWriteStream(': 'pipeline() listens',
  'apps/cli/src/export-record.ts createReadStream(': 'readline rejects the loop',
  'apps/standalone/src/demo/model/start-demo-model.ts createServer(':
    'fails only while its caller waits for it to listen',
  'libs/runtime/src/embedded-postgres/lease.ts new pg.Client(': 'the constructor of Lease listens',
  'libs/runtime/src/service/listen.ts createServer(': 'once() rejects; it closes at once',
  'libs/target-database/src/duckdb/conversion/convert.ts createWriteStream(':
    'a child process, whose end its parent reports',
};

/** Of emitters whose unheard error ends the process. */
function unheard(source: string): string[] {
  const lines = source.split('\n');
  return lines.flatMap((line, at) => {
    if (/^\s*(?:\*|\/\/|\/\*)/.test(line)) return [];
    const isHeard = lines.slice(at, at + NEAR).some((near) => near.includes(".on('error'"));
    return isHeard ? [] : (line.match(MADE) ?? []);
  });
}

it('children, sockets, pools and streams have a permanent error listener, or a reason', () => {
  const files = globSync('{apps,libs}/*/{src,bin}/**/*.{ts,mjs}', {
    exclude: (path) => /node_modules|dist|testing|spec\.ts|fixtures|conformance|apps\/web/.test(path),
  });
  const all = files.map((file) => ({ file: file.replaceAll('\\', '/'), source: readFileSync(file, 'utf8') }));
  expect(all.flatMap(({ source }) => source.match(MADE) ?? []).length).toBeGreaterThan(30);
  const found = all.flatMap(({ file, source }) => unheard(source).map((made) => `${file} ${made}`));
  expect([...new Set(found)].sort()).toEqual(Object.keys(REASONS).sort());
});

it('a listener for one event does not count', () => {
  expect(unheard("const child = spawn('x');\nchild.once('error', reject);")).toEqual(['spawn(']);
  expect(unheard("const child = spawn('x');\nchild.on('error', () => undefined);")).toEqual([]);
});
