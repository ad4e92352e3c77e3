import { oneLine } from '@assay/client';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** What is emphasis, code, a link, an image or the edge of a cell. */
const MARKUP = /[\\`*_[\]~|]/g;
/** What readers of GitHub's Markdown make links and mentions of without any markup. */
const BARE_LINK = /(?<=https?|ftp|mailto|xmpp):|(?<=\bwww)\.|@/gi;

/** A text of a model or of a question as Markdown shows it: on one line, and nothing of it markup, HTML or a link. */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? character)
    .replace(MARKUP, (character) => `\\${character}`)
    .replace(BARE_LINK, (character) => `&#${character.charCodeAt(0)};`);
}

/** A text as code within a table's cell, fenced with more backticks than it has in a row. */
export function codeInCell(text: string): string {
  const line = oneLine(text);
  const runs = [...line.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  const space = runs.length > 0 ? ' ' : '';
  return `${fence}${space}${line.replaceAll('|', '\\|')}${space}${fence}`;
}
