const LINE = /\bwinner\W+(A|B|tie)\b\W+confidence\W+(\d+(?:\.\d+)?|\.\d+)\s*(%)?/i;

/** If the contract's form failed. */
export const CHOICE_LINE = {
  words:
    'Your answers to this were not in the asked shape. Forget that shape: write no JSON, nothing before and nothing ' +
    'after. Write one line, exactly so (A, B or tie; the confidence from 0 to 1):\n\nWinner: A, confidence: 0.8',
  read: (text: string): unknown => {
    const [, word, number, percent] = LINE.exec(text) ?? [];
    if (word === undefined) return null;
    const winner = word.toLowerCase() === 'tie' ? 'tie' : word.toUpperCase();
    return { reasoning: '', winner, confidence: Number(number) / (percent === undefined ? 1 : 100) };
  },
};
