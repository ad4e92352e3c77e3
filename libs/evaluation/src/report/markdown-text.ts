import { oneLine } from '@assay/client';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Emphasis, code, links, images and cell separators. */
const MARKUP = /[\\`*_[\]~|]/g;
/** Bare links and mentions of GitHub's Markdown. */
const BARE_LINK = /(?<=https?|ftp|mailto|xmpp):|(?<=\bwww)\.|@/gi;

/** Escapes external text on one line: no markup, HTML or links. */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? character)
    .replace(MARKUP, (character) => `\\${character}`)
    .replace(BARE_LINK, (character) => `&#${character.charCodeAt(0)};`);
}

/** Code in a table cell, fenced with more backticks than it contains. */
export function codeInCell(text: string): string {
  const line = oneLine(text);
  const runs = [...line.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  const space = runs.length > 0 ? ' ' : '';
  return `${fence}${space}${line.replaceAll('|', '\\|')}${space}${fence}`;
}
