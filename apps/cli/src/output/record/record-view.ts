import { displayWidth, wrap, type Paint } from '@assay/client';

export interface RecordView {
  width: number;
  paint: Paint;
}

const NARROWEST = 20;

/** Wraps text with a hanging indent after its label. */
export function hanging(label: string, text: string, width: number): string[] {
  const indent = displayWidth(label);
  const [first, ...rest] = wrap(text, Math.max(NARROWEST, width - indent));
  return [`${label}${first ?? ''}`, ...rest.map((line) => ' '.repeat(indent) + line)];
}
