import { count, oneLine, wrap } from '@assay/client';
import type { DriftView, GlossaryView, KnowledgeImport } from '@assay/contracts';

export function describeImport(
  { name, format, unchanged, items, leftOut, difference }: KnowledgeImport,
  { width, dryRun }: { width: number; dryRun: boolean },
): string[] {
  const taken = `${count(items.length, 'thing')} in use, ${leftOut.length} left out`;
  const did = unchanged ? 'is there already' : dryRun ? 'would be imported' : 'was imported';
  const lines = [`${oneLine(name)} (${format}) ${did}: ${taken}.`];
  for (const { about, text } of items) lines.push(...entry('+', text === '' ? about : `${about}: ${text}`, width));
  for (const { what, reason } of leftOut) lines.push(...entry('-', `${what}: ${reason}`, width));
  if (difference === null || unchanged) return lines;
  lines.push('Changed:');
  const changes = (['added', 'removed', 'changed'] as const).flatMap((kind) =>
    difference[kind].flatMap((about) => entry(' ', `${kind}: ${about}`, width)),
  );
  return [...lines, ...(changes.length === 0 ? ['  only unused items'] : changes)];
}

export function describeContradictions(contradictions: GlossaryView['contradictions'], width: number): string[] {
  return contradictions.flatMap(({ term, meanings }) => [
    `“${oneLine(term)}” has several meanings:`,
    ...meanings.flatMap(({ source, text }) => entry(' ', `${source}: ${text}`, width)),
  ]);
}

export function describeDrift({ goldSqls, evidence, imports }: DriftView, width: number): string[] {
  const missing = (names: string[]): string => `the database has no ${names.join(', ')}`;
  const lines = [
    ...goldSqls.flatMap((one) => entry('gold SQL', `${one.question}: ${one.reason ?? missing(one.missing)}`, width)),
    ...evidence.flatMap((one) => entry('evidence', `${one.text}: ${missing(one.missing)}`, width)),
    ...imports.flatMap(({ name, leftOut }) =>
      leftOut.flatMap(({ what, reason }) => entry(name, `${what}: ${reason}`, width)),
    ),
  ];
  if (lines.length === 0) return ['Nothing is excluded: every named table and column exists.'];
  return ['Set aside until the schema is as they need it:', ...lines];
}

function entry(mark: string, text: string, width: number): string[] {
  const [first = '', ...rest] = wrap(oneLine(`${mark} ${text}`), Math.max(20, width - 4));
  return [`  ${first}`, ...rest.map((line) => `    ${line}`)];
}
