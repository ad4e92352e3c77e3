export interface SpokenWord {
  word: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

export function canonicalText(text: string): string {
  return text.normalize('NFC');
}

/** @param text in canonical form */
export function wordsOf(text: string): SpokenWord[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    word: word.toLowerCase().normalize('NFKC'),
    start: index,
    end: index + word.length,
  }));
}
