import type { FoundValues } from '@assay/contracts';
import { valuesToFind } from './values-to-find.js';

const COMPARED = /(?:=|<>|!=|\blike|\bis)\s*'([^'\n]{1,80})'/giu;
const OPENING = new Map([
  [')', '('],
  [']', '['],
]);

/**
 * Found without a model: invalid formulas, and values absent from the database or spelled otherwise.
 * @param looked matching stored values; null if not looked up; if partial, no value is called absent
 */
export function evidenceFindings(evidence: readonly string[], looked: FoundValues | null): string[] {
  return evidence.flatMap((item) => [
    ...formulaFindings(item),
    ...(looked === null ? [] : valueFindings(item, looked)),
  ]);
}

function formulaFindings(item: string): string[] {
  return [
    ...(areBalanced(item) ? [] : [`Brackets do not match in: ${item}`]),
    ...(/(?:=|<>|!=)\s*null\b/iu.test(item)
      ? [`A comparison with NULL is never true (IS NULL is meant?): ${item}`]
      : []),
  ];
}

/** Checks brackets outside quotes; list markers like `1)` may close without opening. */
function areBalanced(text: string): boolean {
  const bare = text.replaceAll(/'[^']*'|"[^"]*"/gu, '');
  const open: string[] = [];
  for (const { 0: sign, index } of bare.matchAll(/[()[\]]/gu)) {
    const opening = OPENING.get(sign);
    if (opening === undefined) open.push(sign);
    else if (open.length > 0 ? open.pop() !== opening : !/(?<!\S)\w$/u.test(bare.slice(0, index))) return false;
  }
  return open.length === 0;
}

function valueFindings(item: string, { found, isPartial }: FoundValues): string[] {
  const values = new Set([...item.matchAll(COMPARED)].map((match) => match[1]?.trim() ?? ''));
  const lookedUp = new Set(valuesToFind(item).map((value) => value.toLowerCase()));
  return [...values].flatMap((value) => {
    if (!lookedUp.has(value.toLowerCase()) || value.includes('%') || !/\p{L}/u.test(value)) return [];
    const alike = found.filter(({ stored }) => stored.trim().toLowerCase() === value.toLowerCase());
    if (alike.some(({ stored }) => stored === value)) return [];
    const [other] = alike;
    if (other !== undefined) {
      return [`The evidence writes '${value}'; ${other.table}.${other.column} holds '${other.stored}'.`];
    }
    return isPartial === true ? [] : [`The evidence names '${value}', and no text column was found to hold it.`];
  });
}
