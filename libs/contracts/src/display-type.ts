const SHOWN_CHARACTERS = 200;
/** `ENUM('new', 'paid')`, also MySQL's `set(…)`; a quote in a label is doubled. */
const LABELS = /\b(enum|set)\s*\(\s*('(?:[^']|'')*'(?:\s*,\s*'(?:[^']|'')*')*)\s*\)/gi;
const LABEL = /'(?:[^']|'')*(?:'|$)/g;
/** Any other quote: its end is unknown, cut here. */
const QUOTED = /'[^]*$/;

/**
 * A column type for prompts, in one line.
 * @param labels whether to show enum labels, which are data, or their number: `ENUM (2 labels)`
 */
export function displayType(type: string, labels: boolean): string {
  const shown = labels ? type : type.replace(LABELS, counted).replace(QUOTED, "'…'");
  const line = shown.replace(/\s+/g, ' ').trim();
  if (line.length <= SHOWN_CHARACTERS) return line;
  const end = SHOWN_CHARACTERS - 1;
  const split = [...line.matchAll(LABEL)].find(({ index, 0: label }) => index < end && index + label.length > end);
  return `${line.slice(0, split?.index ?? end)}…`;
}

function counted(_all: string, word: string, labels: string): string {
  const count = labels.match(LABEL)?.length ?? 0;
  return `${word} (${count} ${count === 1 ? 'label' : 'labels'})`;
}
