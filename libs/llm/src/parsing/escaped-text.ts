/** `end` is exclusive. */
export interface Stretch {
  start: number;
  end: number;
}

/** Scan result of `{\"key\": \"value\"}`. */
export interface EscapedScan {
  end: number | null;
  /** Texts with unescaped quotes: models mix both. */
  plainTexts: Stretch[];
}

export function scanEscaped(text: string, start: number, limit: number): EscapedScan {
  const plainTexts: Stretch[] = [];
  let depth = 0;
  let inString = false;
  for (let at = start; at < limit; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') {
      // In a text, \\\" is a quote and \" ends it.
      if (inString && text.startsWith('\\\\', at)) at += text.charAt(at + 2) === '\\' ? 3 : 1;
      else if (text.charAt(at + 1) === '"') {
        inString = !inString;
        at += 1;
      }
    } else if (!inString && char === '"') {
      const end = endOfPlainText(text, at, limit);
      plainTexts.push({ start: at, end });
      at = end - 1;
    } else if (!inString && (char === '{' || char === '[')) {
      depth += 1;
    } else if (!inString && (char === '}' || char === ']')) {
      depth -= 1;
      if (depth === 0) return { end: at + 1, plainTexts };
    }
  }
  return { end: null, plainTexts };
}

function endOfPlainText(text: string, start: number, limit: number): number {
  for (let at = start + 1; at < limit; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '"') return at + 1;
  }
  return limit;
}

export function unescapeOnce(text: string, { start, end }: Stretch, plainTexts: readonly Stretch[]): string {
  let unescaped = '';
  let from = start;
  for (const plain of plainTexts.filter((each) => each.end <= end)) {
    unescaped += resolved(text.slice(from, plain.start)) + text.slice(plain.start, plain.end);
    from = plain.end;
  }
  return unescaped + resolved(text.slice(from, end));
}

function resolved(text: string): string {
  return text.replace(/\\(["\\/nrt])/g, (_escape, char: string) => ({ n: '\n', r: '\r', t: '\t' })[char] ?? char);
}
