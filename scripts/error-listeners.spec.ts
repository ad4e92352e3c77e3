import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

const FUNCTION_NAMES = 'fork|spawn|createServer|createConnection|createReadStream|createWriteStream|connectSocket';
const CLASS_NAMES = 'Client|Pool|ConnectionPool|Worker|Redis|Queue|QueueEvents|Socket|WebSocket';
const NAMES = new RegExp(`\\b(?:${FUNCTION_NAMES}|${CLASS_NAMES})\\b`);
const FUNCTIONS = new RegExp(
  `^(?:(?:http|https|net|tls|fs|childProcess|child_process|mysql)\\.)?(?:${FUNCTION_NAMES})$`,
);
const CLASSES = new RegExp(`^(?:(?:pg|mssql)\\.)?(?:${CLASS_NAMES})$`);

/** Places without one, and why. */
const REASONS: Readonly<Record<string, string>> = {
  'apps/cli/src/export-record.ts createReadStream': 'readline rejects the loop',
  'apps/cli/src/export-record.ts createWriteStream': 'pipeline() listens',
  'apps/standalone/src/demo/model/start-demo-model.ts createServer':
    'fails only while its caller waits for it to listen',
  'libs/evaluation/src/pipeline/pool-endpoint.ts createServer': 'start() listens, which alone makes it',
  'libs/runtime/src/embedded-postgres/lease.ts pg.Client': 'the constructor of Lease listens',
  'libs/runtime/src/service/listen.ts createServer': 'once() rejects; it closes at once',
  'libs/target-database/src/duckdb/conversion/convert.ts createWriteStream':
    'a child process, whose end its parent reports',
  'libs/target-database/src/sqlserver/link.ts connectSocket': 'connected() listens, which alone is given it',
};

/** Makes an emitter whose unheard error ends the process. */
function makes(node: ts.Node): node is ts.CallExpression | ts.NewExpression {
  if (ts.isCallExpression(node)) return FUNCTIONS.test(node.expression.getText());
  return ts.isNewExpression(node) && CLASSES.test(node.expression.getText());
}

/** `x.on('error', …)`, also behind other calls of a chain: the text of `x`. */
function listenedIn(node: ts.Node): string[] {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const [event] = node.arguments;
  const isListener =
    node.expression.name.text === 'on' && event !== undefined && ts.isStringLiteral(event) && event.text === 'error';
  return isListener ? [startOf(node.expression.expression).getText()] : [];
}

/** `x` of `x.on(…).on(…)`. */
function startOf(node: ts.Node): ts.Node {
  const isChained =
    ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'on';
  return isChained ? startOf(node.expression.expression) : node;
}

function all<Found>(node: ts.Node, of: (node: ts.Node) => Found[]): Found[] {
  return [...of(node), ...node.getChildren().flatMap((child) => all(child, of))];
}

/** What holds the emitter, and where it may be heard: a variable in its function, a field in its class. */
function holderOf(made: ts.Node): { name: string; scope: ts.Node } | null {
  let node = made;
  while (
    ts.isAwaitExpression(node.parent) ||
    ts.isParenthesizedExpression(node.parent) ||
    ts.isConditionalExpression(node.parent) ||
    ts.isAsExpression(node.parent) ||
    (ts.isPropertyAccessExpression(node.parent) && ts.isCallExpression(node.parent.parent)) ||
    (ts.isCallExpression(node.parent) && node.parent.expression === node)
  ) {
    node = node.parent;
  }
  const { parent } = node;
  const isField = ts.isPropertyDeclaration(parent);
  const name = ts.isVariableDeclaration(parent) || isField ? parent.name : leftOf(parent);
  if (name === null) return null;
  const text = isField ? `this.${name.getText()}` : name.getText();
  const inClass = text.startsWith('this.');
  for (let scope: ts.Node = parent; ; scope = scope.parent) {
    const isScope = inClass ? ts.isClassLike(scope) : ts.isFunctionLike(scope) || ts.isModuleBlock(scope);
    if (isScope || ts.isSourceFile(scope)) return { name: text, scope };
  }
}

function leftOf(node: ts.Node): ts.Node | null {
  const isAssigned = ts.isBinaryExpression(node) && node.operatorToken.getText().endsWith('=');
  return isAssigned ? node.left : null;
}

function emittersIn(text: string, file = 'file.ts'): { made: number; unheard: string[] } {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const emitters = all(source, (node) => (makes(node) ? [node] : []));
  const unheard = emitters.flatMap((made) => {
    const direct = all(source, (node) => (ts.isCallExpression(node) && startsAt(node, made) ? listenedIn(node) : []));
    const holder = holderOf(made);
    const isHeld = holder !== null && all(holder.scope, listenedIn).includes(holder.name);
    return direct.length > 0 || isHeld ? [] : [made.expression.getText()];
  });
  return { made: emitters.length, unheard };
}

const startsAt = (node: ts.CallExpression, made: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node.expression) && startOf(node.expression.expression) === made;

it('children, sockets, pools and streams have a permanent error listener, or a reason', () => {
  const files = globSync('{apps,libs}/*/{src,bin}/**/*.{ts,mjs}', {
    exclude: (path) => /node_modules|dist|testing|spec\.ts|fixtures|conformance|apps\/web/.test(path),
  });
  let made = 0;
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    if (!NAMES.test(text)) return [];
    const emitters = emittersIn(text, file);
    made += emitters.made;
    return emitters.unheard.map((one) => `${file.replaceAll('\\', '/')} ${one}`);
  });
  expect(made).toBeGreaterThan(30);
  expect([...new Set(found)].sort()).toEqual(Object.keys(REASONS).sort());
});

it.each([
  ["const child = spawn('x');\nchild.once('error', reject);", ['spawn']],
  ["const child = spawn('x');\nother.on('error', reject);", ['spawn']],
  ["function f() { const child = spawn('x'); }\nfunction g(child) { child.on('error', reject); }", ['spawn']],
  ["class A { private child = fork('x'); b() { child.on('error', reject); } }", ['fork']],
  ["use(spawn('x')); process.on('error', reject);", ['spawn']],
  ["const child = spawn('x');\nchild.on('error', () => undefined);", []],
  ["const child = spawn('x').on('exit', end).on('error', end);", []],
  ["class A { private child = fork('x'); constructor() { this.child.on('error', end); } }", []],
  ["class A { go() { this.child = fork('x'); this.child.on('exit', end).on('error', end); } }", []],
])('%j', (source, expected) => expect(emittersIn(source).unheard).toEqual(expected));
