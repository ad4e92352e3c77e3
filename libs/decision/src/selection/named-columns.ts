/** Words of a question and names of columns that mean the same. */
const SYNONYMS: Record<string, string> = {
  avg: 'average',
  mean: 'average',
  max: 'maximum',
  min: 'minimum',
  cnt: 'number',
  count: 'number',
  many: 'number',
  fname: 'first',
  lname: 'last',
  sum: 'total',
};

/**
 * How many columns come in another order than the question names them: pairs of neighbours, both of which it names, the
 * later one first. It reads English; of other languages it says nothing.
 */
export function swappedColumns(question: string, columns: readonly string[]): number {
  const places = placesOf(question, columns).filter((place) => place !== null);
  return places.filter((place, index) => index > 0 && place < (places[index - 1] ?? 0)).length;
}

/** Whether a question names every column, each at a place of its own, in the order in which they come. */
export function namesInOrder(question: string, columns: readonly string[]): boolean {
  const places = placesOf(question, columns);
  return places.every((place, index) => place !== null && (index === 0 || place > (places[index - 1] ?? place)));
}

/** Where a question first has a word of each column's name; null where it has none. */
function placesOf(question: string, columns: readonly string[]): (number | null)[] {
  const words = wordsOf(question);
  return columns.map((column) => {
    const found = wordsOf(column).flatMap((word) => (words.includes(word) ? [words.indexOf(word)] : []));
    return found.length === 0 ? null : Math.min(...found);
  });
}

function wordsOf(text: string): string[] {
  const apart = text.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return (apart.match(/[a-z]+/g) ?? []).map((word) => SYNONYMS[word] ?? singular(word));
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
