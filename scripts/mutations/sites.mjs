/** Mutable places, one change each. */
import ts from 'typescript';

const { SyntaxKind: Kind } = ts;
const SWAPPED = new Map([
  [Kind.LessThanToken, '<='],
  [Kind.LessThanEqualsToken, '<'],
  [Kind.GreaterThanToken, '>='],
  [Kind.GreaterThanEqualsToken, '>'],
  [Kind.EqualsEqualsEqualsToken, '!=='],
  [Kind.ExclamationEqualsEqualsToken, '==='],
]);
/** Literals there are no values. */
const NO_VALUE = new Set([
  Kind.ImportDeclaration,
  Kind.ExportDeclaration,
  Kind.LiteralType,
  Kind.EnumMember,
  Kind.ExpressionStatement,
]);

/** Kind → replacement of a node; null if not applicable. */
const OPERATORS = {
  'negate condition': (node, text) => {
    const condition = ts.isIfStatement(node) || ts.isWhileStatement(node) ? node.expression : node.condition;
    return condition && ts.isExpression(condition) ? [condition, `!(${text(condition)})`] : null;
  },
  'swap comparison': (node) => {
    if (!ts.isBinaryExpression(node) || !SWAPPED.has(node.operatorToken.kind)) return null;
    return [node.operatorToken, SWAPPED.get(node.operatorToken.kind)];
  },
  'drop statement': (node) => {
    if (!ts.isExpressionStatement(node) || !ts.isBlock(node.parent)) return null;
    const called = ts.isCallExpression(node.expression) && node.expression.expression.kind === Kind.SuperKeyword;
    return called ? null : [node, ';'];
  },
  'off by one': (node, text) => {
    if (!ts.isNumericLiteral(node) || !isValue(node)) return null;
    return [node, `(${text(node)} + 1)`];
  },
  'swap branches': (node, text) => {
    if (ts.isConditionalExpression(node)) {
      return [node, `${text(node.condition)} ? (${text(node.whenFalse)}) : (${text(node.whenTrue)})`];
    }
    if (!ts.isIfStatement(node) || !node.elseStatement || !ts.isBlock(node.elseStatement)) return null;
    return [node, `if (${text(node.expression)}) ${text(node.elseStatement)} else ${text(node.thenStatement)}`];
  },
  'replace constant': (node) => {
    if (node.kind === Kind.TrueKeyword) return isValue(node) ? [node, 'false'] : null;
    if (node.kind === Kind.FalseKeyword) return isValue(node) ? [node, 'true'] : null;
    if (!ts.isStringLiteral(node) || !isValue(node)) return null;
    return [node, node.text === '' ? "'mutated'" : "''"];
  },
};

function isValue(node) {
  return !NO_VALUE.has(node.parent.kind) && node.parent.name !== node;
}

/** All mutations; the key survives changes of other lines. */
export function sitesOf(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const lines = source.split('\n');
  const counts = new Map();
  const sites = [];
  const visit = (node) => {
    for (const [operator, apply] of Object.entries(OPERATORS)) {
      const change = apply(node, (part) => part.getText(file));
      if (change === null) continue;
      const [start, end] = [change[0].getStart(file), change[0].getEnd()];
      const line = file.getLineAndCharacterOfPosition(start).line;
      const text = source.slice(start, end);
      const place = [path, operator, lines[line].trim(), text].join(' | ');
      counts.set(place, (counts.get(place) ?? 0) + 1);
      const key = `${place} | ${counts.get(place)}`;
      sites.push({ key, path, operator, line: line + 1, start, end, text, replacement: change[1] });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return sites;
}

export function mutated(source, { start, end, replacement }) {
  return source.slice(0, start) + replacement + source.slice(end);
}

/** By seed: operators in turn, sites once. */
export function* drawn(sites, seed) {
  const random = randomOf(seed);
  const groups = Object.keys(OPERATORS).map((operator) => sites.filter((site) => site.operator === operator));
  while (groups.some((group) => group.length > 0)) {
    for (const group of groups) {
      if (group.length > 0) yield group.splice(Math.floor(random() * group.length), 1)[0];
    }
  }
}

/** mulberry32. */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
