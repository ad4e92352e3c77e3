// Counts lines and statements of the source, by package: node scripts/count.mjs
// Source is every tracked .ts, .tsx, .mjs, .sql and .css file of apps and libs that is neither a test nor loaded by
// tests alone.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const SOURCE = /^(?:apps|libs)\/.*\.(?:tsx?|mjs|sql|css)$/;
const TEST = /\.spec\.tsx?$|\/(?:testing|fixtures|conformance)\/|^libs\/testing\//;

function statementsIn(file, text) {
  if (!/\.(?:tsx?|mjs)$/.test(file)) return 0;
  let statements = 0;
  const visit = (node) => {
    if (ts.isStatement(node) && !ts.isBlock(node)) statements += 1;
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return statements;
}

const packages = new Map();
const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\n');
for (const file of tracked.filter((path) => SOURCE.test(path) && !TEST.test(path))) {
  const text = readFileSync(file, 'utf8');
  const name = file.split('/', 2).join('/');
  const counts = [text.split('\n').length - 1, statementsIn(file, text)];
  for (const key of [name, 'all'])
    packages.set(
      key,
      counts.map((count, index) => count + (packages.get(key)?.[index] ?? 0)),
    );
}
const sorted = [...packages].sort(([, [one]], [, [other]]) => other - one);
console.table(Object.fromEntries(sorted.map(([name, [lines, statements]]) => [name, { lines, statements }])));
