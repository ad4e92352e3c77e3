/** A word of a text, and where it stands there. */
export interface SpokenWord {
  /** Lower case, canonical: equal for words that read the same. */
  word: string;
  start: number;
  end: number;
}

/** Letters and digits, with the marks that belong to a letter. Everything else parts words. */
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

/** One form per text, so that an accent written as a letter's mark is the accented letter. */
export function canonicalText(text: string): string {
  return text.normalize('NFC');
}

/** The words of a text that is in canonical form; the same for a source and for what is spoken of it. */
export function wordsOf(text: string): SpokenWord[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    word: word.toLowerCase().normalize('NFKC'),
    start: index,
    end: index + word.length,
  }));
}
