const SHOWN = 300;

export interface ShownLine {
  line: number;
  text: string;
}

export function firstDifference(recorded: string, today: string): { recorded: ShownLine; replayed: ShownLine } | null {
  if (recorded === today) return null;
  const [before, after] = [recorded.split('\n'), today.split('\n')];
  const index = before.findIndex((text, line) => text !== after[line]);
  const line = index < 0 ? before.length : index;
  return { recorded: shown(before, line), replayed: shown(after, line) };
}

function shown(lines: readonly string[], index: number): ShownLine {
  const text = lines[index] ?? '(nothing: the text ends before)';
  return { line: index + 1, text: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text };
}
