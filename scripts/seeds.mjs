/** Checks docs/seeds.md: named tests exist, deviations link to pages. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { projectRoot } from './toolchain.mjs';

const BEHAVIOURS = 140;
/** What a suite names that asks its questions with the settings of the seeds. */
const SEEDS_SETTINGS = /asked-question\.js|simulated-question\.js|SEED_RULES|\bSMALL\b|preset: 'seeds'/;
/** What begins the line of tests that need these settings. */
const WITH_SETTINGS = 'Seeds’ settings:';
const TESTS = /\[[^\]]*\]\(([^)\s]+\.tsx?)\):((?:\s`[^`]+`,?)+)/g;
const PAGES = /\]\(([^)\s]+\.md)(?:#([^)\s]*))?\)/g;

/** The behaviours of the table, in its order. */
export function parseSeeds(markdown) {
  const items = markdown.split(/^(?=\d+\. |#)/m).filter((part) => /^\d/.test(part));
  return items.map((item) => {
    const lines = item.split(/^ +- /m).map((line) => line.replace(/\s+/g, ' ').trim());
    const deviations = lines.filter((line) => line.startsWith('Deviates:'));
    return {
      number: Number.parseInt(item, 10),
      deviates: deviations.length > 0,
      pages: deviations.flatMap((line) => [...line.matchAll(PAGES)].map(([, path, anchor]) => ({ path, anchor }))),
      tests: lines.flatMap(testsOf),
    };
  });
}

function testsOf(line) {
  const settings = line.startsWith(WITH_SETTINGS);
  return [...line.matchAll(TESTS)].flatMap(([, path, titles]) =>
    [...titles.matchAll(/`([^`]+)`/g)].map(([, title]) => ({ path, title, settings })),
  );
}

/** The full titles of the tests that a source writes out, from the outermost `describe` on; no skipped ones. */
export function titlesOf(source, path = 'suite.ts') {
  const titles = [];
  const visit = (node, above) => {
    const block = ts.isCallExpression(node) ? blockOf(node) : null;
    const path = block === null ? above : [...above, block.title];
    if (block?.kind === 'test') titles.push(path.join(' › '));
    ts.forEachChild(node, (child) => visit(child, path));
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest), []);
  return titles;
}

/** A call of `describe`, `it` or `test`, also with `.each`; null for any other call. */
function blockOf({ expression, arguments: [title, body] }) {
  if (title === undefined || body === undefined || !ts.isStringLiteralLike(title)) return null;
  const called = ts.isCallExpression(expression) ? expression.expression : expression;
  const each = ts.isPropertyAccessExpression(called) && called.name.text === 'each';
  const name = each ? called.expression : called;
  if (!ts.isIdentifier(name) || !['describe', 'it', 'test'].includes(name.text)) return null;
  return { kind: name.text === 'describe' ? 'group' : 'test', title: title.text };
}

/** What is wrong with the table, a line each. `read` gives a file's text by its path from docs/, or null. */
export function problemsOf(behaviours, read, count = BEHAVIOURS) {
  const titles = new Map();
  const known = (path, text) => titles.get(path) ?? titles.set(path, titlesOf(text, path)).get(path);
  const numbers = behaviours.map(({ number }) => number).join();
  const wanted = Array.from({ length: count }, (_, index) => index + 1).join();
  const problems = numbers === wanted ? [] : [`the behaviours are not 1 to ${count}, each once and in order`];
  for (const { number, deviates, pages, tests } of behaviours) {
    const say = (problem) => problems.push(`${number}: ${problem}`);
    if (tests.length === 0) say('no test is named');
    for (const test of tests) {
      const problem = problemOfTest(test, read(test.path), known);
      if (problem !== null) say(problem);
    }
    if (deviates && pages.length === 0) say('no page states the deviation');
    for (const page of pages.filter(({ path, anchor }) => !hasAnchor(read(path), anchor))) {
      say(`there is no ${page.path}${page.anchor ? `#${page.anchor}` : ''}`);
    }
  }
  return problems;
}

function problemOfTest({ path, title, settings }, text, known) {
  if (text === null) return `there is no ${path}`;
  const found = known(path, text).filter((each) => each === title || each.endsWith(` › ${title}`)).length;
  if (found !== 1) return `${found} tests of ${path} are called '${title}'`;
  return settings && !SEEDS_SETTINGS.test(text) ? `${path} does not run with the seeds' settings` : null;
}

function hasAnchor(text, anchor) {
  if (text === null || anchor === undefined) return text !== null;
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading.toLowerCase());
  return headings.some((heading) => heading.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-') === anchor);
}

function main() {
  const docs = join(projectRoot, 'docs');
  const read = (path) => (existsSync(join(docs, path)) ? readFileSync(join(docs, path), 'utf8') : null);
  const behaviours = parseSeeds(read('seeds.md') ?? '');
  const problems = problemsOf(behaviours, read);
  for (const problem of problems) console.error(`docs/seeds.md: ${problem}`);
  const tests = behaviours.flatMap((behaviour) => behaviour.tests);
  const suites = new Set(tests.map(({ path }) => path));
  const deviations = behaviours.filter(({ deviates }) => deviates).length;
  console.log(
    `seeds: ${behaviours.length} behaviours, ${deviations} deviations, ` +
      `${tests.length} tests in ${suites.size} suites, ${problems.length} problems`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
