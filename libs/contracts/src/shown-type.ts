/** Characters of a type that a prompt shows. */
const SHOWN_CHARACTERS = 200;
/** `ENUM('new', 'paid')`, MySQL's `set(…)` too; a quote within a label is doubled. */
const LABELS = /\b(enum|set)\s*\(\s*('(?:[^']|'')*'(?:\s*,\s*'(?:[^']|'')*')*)\s*\)/gi;
const LABEL = /'(?:[^']|'')*'/g;
/** From a quote of any other form on: its end is unknown. */
const QUOTED = /'[^]*$/;

/**
 * A column's type as models read it, in one line. Labels of enumerations are values of the data.
 *
 * @param labels whether these may be shown; otherwise they are counted: `ENUM (2 labels)`
 */
export function shownType(type: string, labels: boolean): string {
  const told = labels ? type : type.replace(LABELS, counted).replace(QUOTED, "'…'");
  const line = told.replace(/\s+/g, ' ').trim();
  return line.length <= SHOWN_CHARACTERS ? line : `${line.slice(0, SHOWN_CHARACTERS - 1)}…`;
}

function counted(_all: string, word: string, labels: string): string {
  const count = labels.match(LABEL)?.length ?? 0;
  return `${word} (${count} ${count === 1 ? 'label' : 'labels'})`;
}
