import { expect, it } from '@jest/globals';
import { INTERNAL_WORDS } from '@assay/client/testing';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const DEEPER =
  /question\/(?:why|timeline|candidates|verdicts|selection|calls|model)\/|setting-words|stories\/|progress\/record|output\/record/;

const SHOWN = [
  'apps/web/src/**/*.{ts,tsx}',
  'apps/cli/src/**/*.ts',
  'libs/client/src/progress/**/*.ts',
  'libs/contracts/src/error-steps.ts',
  'libs/decision/src/outcome/*.ts',
  'libs/questions/src/workspaces/*.ts',
];

it('uses no internal terms', () => {
  const root = join(import.meta.dirname, '..', '..', '..');
  const files = globSync(SHOWN, { cwd: root });
  const texts = files
    .filter((file) => !/\.spec\.|testing\//.test(file) && !DEEPER.test(file))
    .flatMap((file) => sentencesIn(join(root, file)).map((text) => `${file}: ${text}`));
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter((text) => INTERNAL_WORDS.test(text))).toEqual([]);
});

/** Texts of elements, and literals with a space, which are no identifiers. */
function sentencesIn(file: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, kind);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    const isLiteral =
      ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (ts.isJsxText(node) || (isLiteral && /\s/.test(node.text))) texts.push(node.text.trim().replace(/\s+/g, ' '));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts.filter((text) => text !== '');
}
