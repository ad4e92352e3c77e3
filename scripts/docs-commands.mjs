/** Checks the shell commands of pages: npm scripts, files, variables, routes. A test parses those of the CLI. */

const BLOCK = /```(?:sh|bash|shell)\n(.*?)```/gs;
const OPERATORS = /\s*(?:\|\||&&|[|;])\s*|\$\(/;
const VARIABLE = /\b(ASSAY_[A-Z0-9_]+)=/g;
/** A variable of the page that holds a URL. */
const URL_VARIABLE = /^(\w+)=(https?:\S+)$/g;
const ASSIGNMENT = /^(?:export\s+)?[A-Za-z_]\w*=/;

/** Inline commands except `npm test`, whose arguments may be parts of paths. `…`, `<name>` and `NAME` are placeholders. */
const INLINE = /`((?:npx assay|npm(?! test)|node|kubectl) [^`\n]+)`/g;
const PLACEHOLDER = /…|<|\b[A-Z]{2,}\b(?!=)/;

/** Commands of a page, without comments; continued lines are one command. */
export function commandsOf(markdown) {
  const inline = [...markdown.replaceAll(BLOCK, '').matchAll(INLINE)].map(([, command]) => command);
  return [...blocksOf(markdown), ...inline.filter((command) => !PLACEHOLDER.test(command))];
}

/** Commands of code blocks alone. */
export function blocksOf(markdown) {
  return [...markdown.matchAll(BLOCK)].flatMap(([, block]) =>
    block
      .replace(/\s*\\\n\s*/g, ' ')
      .split('\n')
      .map((line) => line.replace(/(^|\s)#\s.*$/, '').trim())
      .filter((line) => line !== ''),
  );
}

/**
 * What is wrong with the commands of pages.
 * @param pages text by path from the project's root
 * @param known `scripts` of npm, `variables` (those that end in `_` are prefixes), `routes` (`GET /v1/me`), and whether
 * a path `exists`
 */
export function commandProblems(pages, known) {
  return Object.entries(pages).flatMap(([page, text]) =>
    withUrls(commandsOf(text)).flatMap((line) =>
      problemsOfLine(line, known).map((problem) => `${page}: ${problem}: ${line}`),
    ),
  );
}

/** Replaces the variables that hold URLs. */
function withUrls(lines) {
  const urls = new Map(lines.flatMap((line) => [...line.matchAll(URL_VARIABLE)].map(([, name, url]) => [name, url])));
  return lines.map((line) => line.replace(/\$(\w+)/g, (written, name) => urls.get(name) ?? written));
}

function problemsOfLine(line, known) {
  const isKnown = (name) => known.variables.some((one) => one === name || (one.endsWith('_') && name.startsWith(one)));
  const unknown = [...line.matchAll(VARIABLE)].filter(([, name]) => !isKnown(name));
  return [
    ...unknown.map(([, name]) => `no variable ${name}`),
    ...simpleCommandsOf(line).flatMap((words) => problemsOfCommand(words, known)),
  ];
}

/** The simple commands of a line, as words. */
export function simpleCommandsOf(line) {
  return line.split(OPERATORS).map(wordsOf);
}

/** Quoted arguments are one word; assignments before the command are dropped. */
function wordsOf(command) {
  const words = command.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  const first = words.findIndex((word) => word !== 'export' && !ASSIGNMENT.test(word));
  return first < 0 ? [] : words.slice(first);
}

function problemsOfCommand([program = '', ...given], known) {
  if (program === 'npm') return npmProblems(given, known);
  if (program === 'curl') return routeProblems(given, known);
  if (program === 'node' || program === 'kubectl') return pathProblems(given, known);
  return /^[\w-]+\/.*\.sh$/.test(program) ? pathProblems([program], known) : [];
}

function npmProblems([verb = '', ...rest], known) {
  if (verb === 'install' || verb === 'link') return [];
  const script = verb === 'run' ? rest[0] : verb;
  if (!known.scripts.includes(script)) return [`no npm script ${script}`];
  if (script === 'test') return pathProblems(rest, known);
  const named = rest[verb === 'run' ? 1 : 0];
  const isBench = script === 'bench' && named !== undefined && /^[a-z]/.test(named);
  return isBench && !known.exists(`bench/${named}/main.mjs`) ? [`no benchmark ${named}`] : [];
}

/** The route of a `curl` command: a body means POST unless `-X` names the method. */
function routeProblems(words, { routes }) {
  const path = words.map((word) => /\/v1\/[^?"']*/.exec(word)?.[0]).find((one) => one !== undefined);
  if (path === undefined) return [];
  const hasBody = words.some((word) => ['-d', '-F', '--data-binary'].includes(word));
  const method = words[words.indexOf('-X') + 1 || words.length] ?? (hasBody ? 'POST' : 'GET');
  const isRoute = (route) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(`${method} ${path}`);
  return routes.some(isRoute) ? [] : [`no route ${method} ${path}`];
}

/** Paths of this repository; compiled files count by their source. */
function pathProblems(words, { exists }) {
  const paths = words.filter((word) => /^(?:apps|libs|scripts|ops|k8s|docs|e2e)\//.test(word));
  return paths
    .filter((path) => !exists(path.replace('/dist/', '/src/').replace(/(\/src\/.*)\.js$/, '$1.ts')))
    .map((path) => `no file ${path}`);
}
