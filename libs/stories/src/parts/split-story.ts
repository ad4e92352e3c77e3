const PART_CHARACTERS = 1800;
const REACH = 200;

/** An end of a sentence with closing marks and white space, or a line break. */
const SENTENCE_END = /[.!?…]+[\p{Pe}\p{Pf}\p{Pi}"'*_]*\s+|[。！？]+[\p{Pe}\p{Pf}]*\s*|[^\S\n]*\n\s*/gu;
const WHITE_SPACE = /\s+/gu;

/** Parts of about 1,800 characters, at sentence ends where possible. Joined they equal the story. */
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

/** End of a part: of a sentence near `target`, else between words, else `target` itself. */
function endOfPart(text: string, target: number): number {
  const from = target - REACH;
  // Goes past the farthest end, so that white space behind a sentence is matched as a whole.
  const window = text.slice(from, target + 2 * REACH);
  const end = nearest(window, SENTENCE_END) ?? nearest(window, WHITE_SPACE);
  return end === null ? outsideSurrogatePair(text, target) : from + end;
}

function nearest(window: string, pattern: RegExp): number | null {
  let best: number | null = null;
  for (const match of window.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (end > 2 * REACH) break;
    if (best === null || Math.abs(end - REACH) < Math.abs(best - REACH)) best = end;
  }
  return best;
}

function outsideSurrogatePair(text: string, at: number): number {
  const isInside = /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[at] ?? '');
  return isInside ? at - 1 : at;
}
