/** Per question. */
export const MAX_VALUES = 20;
const MAX_VALUE_LENGTH = 80;

/**
 * Quoted texts, runs of capitalised words, and codes of digits and letters. A capitalised first word counts only before
 * another, because it may start a sentence.
 */
export function valuesToFind(question: string): string[] {
  const found = [...quotedTexts(question), ...names(question), ...codes(question)]
    .map((value) => value.trim())
    .filter((value) => value.length > 1 && value.length <= MAX_VALUE_LENGTH);
  const distinct = new Map(found.map((value) => [value.toLowerCase(), value]));
  return [...distinct.values()].slice(0, MAX_VALUES);
}

function quotedTexts(question: string): string[] {
  // Apostrophes inside words do not open quotes: "the airline's flights".
  const quoted =
    /(?<![\p{L}\p{N}])(?:'([^'\n]{1,200})'|"([^"\n]{1,200})"|‘([^’\n]{1,200})’|“([^”\n]{1,200})”|«([^»\n]{1,200})»|`([^`\n]{1,200})`)(?![\p{L}\p{N}])/gu;
  return [...question.matchAll(quoted)].map((match) => match.slice(1).find((text) => text !== undefined) ?? '');
}

function names(question: string): string[] {
  const runs =
    /\p{Lu}[\p{L}\p{N}'’.-]{0,60}(?: (?:(?:de|da|di|del|la|le|of|the|van|von|and|&) ){0,2}\p{Lu}[\p{L}\p{N}'’.-]{0,60}){0,5}/gu;
  return [...question.matchAll(runs)].flatMap((match) => {
    const words = match[0].replace(/[.'’-]+$/u, '').split(' ');
    if (!startsSentence(question, match.index)) return [words.join(' ')];
    return words.length > 1 ? [words.slice(1).join(' '), words.join(' ')] : [];
  });
}

function codes(question: string): string[] {
  return (question.match(/[\p{L}\p{N}][\p{L}\p{N}._/@-]{1,60}/gu) ?? [])
    .map((word) => word.replace(/[._/@-]+$/u, ''))
    .filter((word) => /\p{L}/u.test(word) && /[\p{N}@]/u.test(word));
}

function startsSentence(question: string, index: number): boolean {
  return /(?:^|[.!?:;]\s*)$/u.test(question.slice(Math.max(0, index - 8), index).trimEnd());
}
