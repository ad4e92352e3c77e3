import { displayWidth, wrap, type Paint } from '@assay/client';

/** How a record is drawn. */
export interface RecordView {
  width: number;
  paint: Paint;
}

/** A text gets at least this many columns beside its label. */
const NARROWEST = 20;

/** A label and its text, whose further lines stand below its first word. */
export function hanging(label: string, text: string, width: number): string[] {
  const indent = displayWidth(label);
  const [first, ...rest] = wrap(text, Math.max(NARROWEST, width - indent));
  return [`${label}${first ?? ''}`, ...rest.map((line) => ' '.repeat(indent) + line)];
}
