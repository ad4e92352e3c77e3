/** Checks pages for readers: links, length, the README's lines, tables instead of `key: value` lists, commands. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commandProblems } from './docs-commands.mjs';
import { projectRoot } from './toolchain.mjs';

const MOST_WORDS = 1800;
const MOST_WORDS_IN_ALL = 24_000;
const MOST_README_LINES = 90;
const ROOT_PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
const LINK = /\]\(([^)\s]+)\)/g;
/** Two or more pairs in one line of a list. */
const PAIRS = /^\s*- `[^`]+`: [^;]+; `[^`]+`: /;

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(markdown) {
  const counts = new Map();
  return linesOutsideCode(markdown)
    .filter((line) => /^#{1,6} /.test(line))
    .map((line) => {
      const heading = line.replace(/^#+ /, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
      const anchor = heading
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-');
      const count = counts.get(anchor) ?? 0;
      counts.set(anchor, count + 1);
      return count === 0 ? anchor : `${anchor}-${count}`;
    });
}

/**
 * What is wrong with pages.
 * @param pages text by path from the project's root
 * @param exists whether a path that is no page exists
 */
export function problemsOf(pages, exists) {
  const ofPages = Object.entries(pages).flatMap(([path, text]) => [
    ...linkProblems(path, text, pages, exists),
    ...lengthProblems(path, text),
    ...linesOutsideCode(text)
      .filter((line) => PAIRS.test(line))
      .map((line) => `${path}: a table in place of the list: ${line.trim().slice(0, 60)}`),
  ]);
  const words = wordsIn(Object.values(pages).join('\n'));
  return words > MOST_WORDS_IN_ALL ? [...ofPages, `all pages: ${words} words of ${MOST_WORDS_IN_ALL}`] : ofPages;
}

function linkProblems(path, text, pages, exists) {
  const links = linesOutsideCode(text).flatMap((line) => [...line.replace(/`[^`]*`/g, '').matchAll(LINK)]);
  return links.flatMap(([, link]) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [file, anchor] = link.split('#');
    const target = file === '' ? path : normalize(join(dirname(path), file));
    const page = pages[target];
    if (page === undefined) return exists(target) ? [] : [`${path}: ${link} leads nowhere`];
    return anchor === undefined || anchorsOf(page).includes(anchor) ? [] : [`${path}: ${link} names no heading`];
  });
}

function lengthProblems(path, text) {
  const lines = text.trimEnd().split('\n').length;
  if (path === 'README.md' && lines > MOST_README_LINES) return [`${path}: ${lines} lines of ${MOST_README_LINES}`];
  const words = wordsIn(text);
  return words > MOST_WORDS ? [`${path}: ${words} words of ${MOST_WORDS}`] : [];
}

/** Words with a letter or digit, also in code and tables. */
function wordsIn(text) {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

function linesOutsideCode(markdown) {
  let inCode = false;
  return markdown.split('\n').filter((line) => {
    if (/^\s*```/.test(line)) inCode = !inCode;
    return !inCode;
  });
}

/** Variables and settings without a complete row in the settings page. */
export function settingsProblems(page, names) {
  const rows = page
    .split('\n')
    .filter(
      (line) =>
        line.startsWith('| `') &&
        line.split('|').every((cell, at, cells) => at === 0 || at === cells.length - 1 || cell.trim() !== ''),
    );
  const missing = names.filter((name) => !rows.some((row) => row.split('|')[1].includes(`\`${name}\``)));
  return missing.map((name) => `docs/settings.md: no complete row for ${name}`);
}

/** @returns names of variables and of settings, from the sources */
function readSettingNames() {
  const read = (path) => readFileSync(join(projectRoot, path), 'utf8');
  const variables = read('libs/runtime/src/config/variables.ts')
    .split('export const VARIABLES = {')[1]
    .split('} as const')[0];
  const settings = read('libs/contracts/src/settings.ts').split('export const settingsSchema')[1].split('\n});')[0];
  return [...variables.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm), ...settings.matchAll(/^ {2}([a-zA-Z]+):/gm)].map(
    ([, name]) => name,
  );
}

/** @returns what commands may name: variables of `libs/runtime`, routes of `docs/clients.md` */
function readKnown() {
  const read = (path) => readFileSync(join(projectRoot, path), 'utf8');
  return {
    scripts: Object.keys(JSON.parse(read('package.json')).scripts),
    variables: read('libs/runtime/src/config/variables.ts').match(/\bASSAY_[A-Z0-9_]+/g) ?? [],
    routes: [...read('docs/clients.md').matchAll(/`([A-Z]+) (\/\S+)`/g)].map(
      ([, method, path]) => `${method} /v1${path}`,
    ),
    exists: (path) => existsSync(join(projectRoot, path)),
  };
}

export function readPages() {
  const docs = readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name));
  return Object.fromEntries(
    [...ROOT_PAGES, ...docs].map((path) => [path, readFileSync(join(projectRoot, path), 'utf8')]),
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [pages, known] = [readPages(), readKnown()];
  const problems = [
    ...problemsOf(pages, known.exists),
    ...commandProblems(pages, known),
    ...settingsProblems(pages['docs/settings.md'], readSettingNames()),
  ];
  for (const problem of problems) console.error(problem);
  console.log(`docs: ${problems.length} problems`);
  if (problems.length > 0) process.exitCode = 1;
}
