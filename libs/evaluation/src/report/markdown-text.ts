import { oneLine } from '@assay/client';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const MARKUP = /[\\`*_[\]~|]/g;
/** GitHub's. */
const BARE_LINK = /(?<=https?|ftp|mailto|xmpp):|(?<=\bwww)\.|@/gi;

/** One line, no markup, HTML or links. */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? character)
    .replace(MARKUP, (character) => `\\${character}`)
    .replace(BARE_LINK, (character) => `&#${character.charCodeAt(0)};`);
}

/** Fenced with enough backticks. */
export function codeInCell(text: string): string {
  const line = oneLine(text);
  const runs = [...line.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  const space = runs.length > 0 ? ' ' : '';
  return `${fence}${space}${line.replaceAll('|', '\\|')}${space}${fence}`;
}
