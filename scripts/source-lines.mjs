/** Counts lines and statements of the source, by folder: what runs, without tests and their helpers. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { projectRoot } from './toolchain.mjs';

const SOURCE = /\.(ts|tsx|mjs|sql|css)$/;
const TESTS = /^e2e\/|\.spec\.|(^|\/)(testing|fixtures|conformance)\//;

const files = execFileSync('git', ['ls-files'], { cwd: projectRoot, encoding: 'utf8' })
  .split('\n')
  .filter((path) => SOURCE.test(path) && !TESTS.test(path));
const folders = new Map();
for (const path of files) {
  const folder = path
    .split('/')
    .slice(0, /^(libs|apps)\//.test(path) ? 2 : 1)
    .join('/');
  const text = readFileSync(join(projectRoot, path), 'utf8');
  const count = folders.get(folder) ?? { files: 0, lines: 0, statements: 0 };
  count.files += 1;
  count.lines += text.split('\n').length - 1;
  count.statements += statementsOf(path, text);
  folders.set(folder, count);
}
const all = [...folders.values()].reduce((sum, { files: number, lines, statements }) => ({
  files: sum.files + number,
  lines: sum.lines + lines,
  statements: sum.statements + statements,
}));
for (const [folder, count] of [...folders].sort(([, left], [, right]) => right.lines - left.lines))
  print(folder, count);
print('all', all);

/** Statements and members of TypeScript; 0 for other languages. */
function statementsOf(path, text) {
  if (!/\.(ts|tsx|mjs)$/.test(path)) return 0;
  let count = 0;
  const visit = (node) => {
    if (ts.isStatement(node) || ts.isClassElement(node) || ts.isTypeElement(node)) count += 1;
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false));
  return count;
}

function print(name, { files: number, lines, statements }) {
  console.log(`${name.padEnd(28)} ${[number, lines, statements].map((count) => String(count).padStart(7)).join('')}`);
}
