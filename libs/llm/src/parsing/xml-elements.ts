export interface TagElement {
  name: string;
  attributes: string;
  content: string;
}

const MAX_NESTED = 8;
const MAX_UNCLOSED = 20;

/**
 * Outermost elements, each ending at its matching closing tag, or at the first one if nested tags are unbalanced.
 * Linear time.
 * @param names in lower case; null for all
 */
export function elements(text: string, names: readonly string[] | null): TagElement[] {
  const found: TagElement[] = [];
  // ASCII only, because other letters may change length.
  const lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const opener = /<([a-z_][\w.-]{0,80})([^<>]{0,200})>/g;
  const unclosed = new Set<string>();
  for (let match = opener.exec(lower); match !== null && unclosed.size < MAX_UNCLOSED; match = opener.exec(lower)) {
    const [whole, name = ''] = match;
    if (unclosed.has(name) || (names !== null && !names.includes(name))) continue;
    const bodyStart = match.index + whole.length;
    const closer = closerOf(lower, name, bodyStart);
    if (closer < 0) {
      unclosed.add(name);
      continue;
    }
    const tag = text.slice(match.index + 1, bodyStart - 1);
    found.push({
      name: tag.slice(0, name.length),
      attributes: tag.slice(name.length),
      content: text.slice(bodyStart, closer),
    });
    opener.lastIndex = closer + name.length + 3;
  }
  return found;
}

function closerOf(lower: string, name: string, bodyStart: number): number {
  const first = lower.indexOf(`</${name}>`, bodyStart);
  if (first < 0) return -1;
  let depth = 0;
  let closer = first;
  let nested = lower.indexOf(`<${name}>`, bodyStart);
  for (let seen = 0; closer >= 0 && seen < MAX_NESTED; seen += 1) {
    if (nested >= 0 && nested < closer) {
      depth += 1;
      nested = lower.indexOf(`<${name}>`, nested + 1);
    } else if (depth === 0) {
      return closer;
    } else {
      depth -= 1;
      closer = lower.indexOf(`</${name}>`, closer + 1);
    }
  }
  return first;
}
