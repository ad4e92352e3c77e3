// Control (except tab and line feed), bidirectional (UAX #9) and invisible characters that no script needs.
const UNPRINTABLE = /(?![\t\n])[\p{Cc}\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** Replaces control, bidirectional and invisible characters; keeps line breaks and tabs. */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(UNPRINTABLE, '\ufffd');
}

/** `printable` with single spaces. */
export function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim();
}

// Two columns wide (UAX #11).
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{17000}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}|^\p{Emoji}\ufe0f/u;
const INVISIBLE = /^[\p{Mark}\p{Default_Ignorable_Code_Point}]+$/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Terminal columns of a text without line breaks. */
export function displayWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
  return width;
}

export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 1) return '';
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += graphemeWidth(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

export function pad(text: string, width: number, side: 'left' | 'right' = 'right'): string {
  const spaces = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return side === 'left' ? spaces + text : text + spaces;
}

/** Longer words get their own line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && displayWidth(longer) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    lines.push(line);
  }
  return lines;
}

const NARROWEST = 20;

export function hanging(label: string, text: string, width: number): string[] {
  const indent = displayWidth(label);
  const [first, ...rest] = wrap(text, Math.max(NARROWEST, width - indent));
  return [`${label}${first ?? ''}`, ...rest.map((line) => ' '.repeat(indent) + line)];
}

function graphemeWidth(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}
