/** An element of the tag soup that models write calls in. */
export interface TagElement {
  name: string;
  /** The opening tag's text after its name. */
  attributes: string;
  content: string;
}

/** So many tags of its own name are looked at inside an element. */
const MAX_NESTED = 8;
/** So many names may turn out to be never closed before the search ends. */
const MAX_UNCLOSED = 20;

/**
 * The elements of a text, outermost only, each ending at its own closing tag; at the first of its name where those
 * inside are not in pairs. Linear: closing tags are searched once per opener that has one.
 *
 * @param names names to look for, lower case; null for all
 */
export function elements(text: string, names: readonly string[] | null): TagElement[] {
  const found: TagElement[] = [];
  // Letters of ASCII alone: others may change their length with their case.
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
