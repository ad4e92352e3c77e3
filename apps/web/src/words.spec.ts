import { expect, it } from '@jest/globals';
import { INTERNAL_WORDS } from '@assay/client/testing';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Below Why. */
const DEEPER =
  /question\/(?:why|timeline|candidates|verdicts|selection|calls|model)\/|setting-words|stories\/|progress\/record|output\/record|escalation-context|demo-script/;
/** Keys of maps, not texts. */
const KEYS = /intake\/(?:answering-models|judges-of)/;
const SHOWN = [
  'apps/web/src/**/*.{ts,tsx}',
  'apps/cli/src/**/*.ts',
  'apps/standalone/src/**/*.ts',
  'libs/client/src/progress/**/*.ts',
  'libs/contracts/src/error-steps.ts',
  'libs/decision/src/{outcome,rules}/*.ts',
  'libs/questions/src/{record,workspaces}/*.ts',
  'apps/api/src/**/*.ts',
  'libs/questions/src/{curation,intake}/**/*.ts',
  'libs/target-database/src/duckdb/findings.ts',
];
/** Of stories, evaluations and the contract. */
const WITH_CANDIDATES = /apps\/api\/src\/(?:stories|questions)\/|\/eval\/|commands\/(?:eval|story)|apps\/standalone/;
const CANDIDATE = /\bcandidates?\b/i;
/** Such as `BASIC`, where `nameLevel` and `nameStage` have words. */
const RAW = /\{(?:\w+\??\.)*(?:level|maxLevel|stage|agent)\}/;

it('uses no internal terms', () => {
  const texts = shownTexts(/^$/);
  const isInternal = (text: string): boolean => INTERNAL_WORDS.test(text.replaceAll(/\{.*?\}/g, '')) || RAW.test(text);
  expect(texts.filter(({ text }) => isInternal(text))).toEqual([]);
});

it('says SQLs for candidates, outside Why', () => {
  const named = shownTexts(WITH_CANDIDATES).filter(({ text }) => CANDIDATE.test(text.replaceAll(/\{.*?\}/g, '')));
  // the name of a view of Why
  expect(named.filter(({ text }) => !/^candidates$/i.test(text))).toEqual([]);
});

function shownTexts(except: RegExp): { file: string; text: string }[] {
  const left = [/\.spec\.|testing\//, DEEPER, KEYS, except];
  const files = globSync(SHOWN, { cwd: ROOT }).filter((file) => !left.some((pattern) => pattern.test(file)));
  const texts = files.flatMap((file) => sentencesIn(file).map((text) => ({ file, text })));
  expect(texts.length).toBeGreaterThan(1000);
  return texts;
}

it('describes the demo without internal terms', () => {
  const texts = globSync('apps/standalone/demo/questions/*.yaml', { cwd: ROOT }).map((file) => {
    const { question, description } = parse(readFileSync(join(ROOT, file), 'utf8')) as Record<string, string>;
    return `${question} ${description}`;
  });
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter((text) => INTERNAL_WORDS.test(text))).toEqual([]);
});

/** Texts of elements, and literals that are no identifiers; `{name}` is a value shown as it is. */
function sentencesIn(file: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true, kind);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== null) texts.push(text.trim().replace(/\s+/g, ' '));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts.filter((text) => text !== '');
}

function textOf(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return node.text;
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) return shown(node.expression);
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ expression, literal }) => `${shown(expression)}${literal.text}`);
    const text = `${node.head.text}${spans.join('')}`;
    return /\s/.test(text) ? text : null;
  }
  return ts.isStringLiteralLike(node) && /\s|^[A-Z][a-z]+$/.test(node.text) ? node.text : null;
}

function shown(value: ts.Expression | undefined): string {
  const isPlain = value !== undefined && (ts.isIdentifier(value) || ts.isPropertyAccessExpression(value));
  return isPlain ? `{${value.getText()}}` : '';
}
