/** Checks docs/seeds.yml: named tests exist, deviations name pages. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { parse } from 'yaml';
import { anchorsOf } from './docs.mjs';
import { projectRoot } from './toolchain.mjs';

const BEHAVIOURS = 140;
/** What a suite names that asks its questions with the settings of the seeds. */
const SEEDS_SETTINGS = /asked-question\.js|simulated-question\.js|SEED_RULES|\bSMALL\b|preset: 'seeds'/;

/** The behaviours of the list, in its order. */
export function parseSeeds(yaml) {
  return parse(yaml).flatMap(({ behaviours }) =>
    behaviours.map(({ number, deviates, page, tests = {}, testsWithSettings = {} }) => ({
      number,
      deviates: deviates !== undefined,
      page: page ?? null,
      tests: [...testsOf(tests, false), ...testsOf(testsWithSettings, true)],
    })),
  );
}

function testsOf(titlesByPath, settings) {
  return Object.entries(titlesByPath).flatMap(([path, titles]) => titles.map((title) => ({ path, title, settings })));
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

/** What is wrong with the list, a line each. `read` gives a file's text by its path from the root, or null. */
export function problemsOf(behaviours, read, count = BEHAVIOURS) {
  const titles = new Map();
  const known = (path, text) => titles.get(path) ?? titles.set(path, titlesOf(text, path)).get(path);
  const numbers = behaviours.map(({ number }) => number).join();
  const wanted = Array.from({ length: count }, (_, index) => index + 1).join();
  const problems = numbers === wanted ? [] : [`the behaviours are not 1 to ${count}, each once and in order`];
  for (const { number, deviates, page, tests } of behaviours) {
    const say = (problem) => problems.push(`${number}: ${problem}`);
    if (tests.length === 0) say('no test is named');
    for (const test of tests) {
      const problem = problemOfTest(test, read(test.path), known);
      if (problem !== null) say(problem);
    }
    if (deviates !== (page !== null)) say('a deviation needs a page, and a page a deviation');
    else if (page !== null && !hasHeading(read, page)) say(`there is no ${page}`);
  }
  return problems;
}

function problemOfTest({ path, title, settings }, text, known) {
  if (text === null) return `there is no ${path}`;
  const found = known(path, text).filter((each) => each === title || each.endsWith(` › ${title}`)).length;
  if (found !== 1) return `${found} tests of ${path} are called '${title}'`;
  return settings && !SEEDS_SETTINGS.test(text) ? `${path} does not run with the seeds' settings` : null;
}

function hasHeading(read, page) {
  const [path, anchor] = page.split('#');
  const text = read(path);
  return text !== null && (anchor === undefined || anchorsOf(text).includes(anchor));
}

function main() {
  const file = (path) => join(projectRoot, path);
  const read = (path) => (existsSync(file(path)) ? readFileSync(file(path), 'utf8') : null);
  const behaviours = parseSeeds(read('docs/seeds.yml') ?? '[]');
  const problems = problemsOf(behaviours, read);
  for (const problem of problems) console.error(`docs/seeds.yml: ${problem}`);
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
