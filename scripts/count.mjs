// Counts lines and statements of the source by package, and the words in comments: node scripts/count.mjs
// Source is every tracked .ts, .tsx, .mjs, .sql and .css file of apps and libs that is neither a test nor loaded by
// tests alone; `tests` has the comments of the others.
// A word has a letter or a digit.
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

function commentWordsIn(file, text) {
  const plain = file.endsWith('.sql') ? /--.*/g : file.endsWith('.css') ? /\/\*[^]*?\*\//g : null;
  if (plain !== null) return wordsIn((text.match(plain) ?? []).join(' '));
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const ends = new Map();
  const visit = (node) => {
    if (node.kind === ts.SyntaxKind.JsxText) return;
    const parts = node.getChildren(source);
    if (parts.length > 0) return parts.forEach(visit);
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
    ];
    for (const { pos, end } of ranges) ends.set(pos, end);
  };
  visit(source);
  const comments = [...ends].map(([pos, end]) => text.slice(pos, end)).join(' ');
  return wordsIn(comments);
}

function wordsIn(text) {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

const packages = new Map();
const words = { source: 0, tests: 0 };
const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\n');
for (const file of tracked.filter((path) => SOURCE.test(path))) {
  const text = readFileSync(file, 'utf8');
  words[TEST.test(file) ? 'tests' : 'source'] += commentWordsIn(file, text);
  if (TEST.test(file)) continue;
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
console.log(`words of comments: ${words.source} in the source, ${words.tests} in tests`);
