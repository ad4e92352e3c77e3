/** Characters (UTF-16 units) of a part, about. */
const PART_CHARACTERS = 1800;
/** A part ends where a sentence ends, at most this far from its target. */
const REACH = 200;

/** The end of a sentence: its punctuation, what closes it, and the white space after it, or a line break. */
const SENTENCE_END = /[.!?…]+[\p{Pe}\p{Pf}\p{Pi}"'*_]*\s+|[。！？]+[\p{Pe}\p{Pf}]*\s*|[^\S\n]*\n\s*/gu;
const WHITE_SPACE = /\s+/gu;

/**
 * A story in parts of about 1800 characters that end where sentences end. Joined, the parts are the story, character
 * by character; an empty story has no parts.
 */
export function splitStory(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  while (text.length - start > PART_CHARACTERS + REACH) {
    const end = endOfPart(text, start + PART_CHARACTERS);
    parts.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) parts.push(text.slice(start));
  return parts;
}

/** Where the part ends whose length is to be about `target`: after a sentence, else after a word, else right there. */
function endOfPart(text: string, target: number): number {
  const from = target - REACH;
  // a little more, so that what ends at the very border is seen with the white space after it
  const window = text.slice(from, target + 2 * REACH);
  const end = nearest(window, SENTENCE_END) ?? nearest(window, WHITE_SPACE);
  return end === null ? besidesSurrogates(text, target) : from + end;
}

/** The end of the match that is nearest to the target, within reach of it. */
function nearest(window: string, pattern: RegExp): number | null {
  let best: number | null = null;
  for (const match of window.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (end > 2 * REACH) break;
    if (best === null || Math.abs(end - REACH) < Math.abs(best - REACH)) best = end;
  }
  return best;
}

/** A place that does not cut a character in two. */
function besidesSurrogates(text: string, at: number): number {
  const isInside = /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[at] ?? '');
  return isInside ? at - 1 : at;
}
