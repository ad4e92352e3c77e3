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

/** Number of columns that the question names before their left neighbour. English only; 0 for other languages. */
export function swappedColumns(question: string, columns: readonly string[]): number {
  const places = placesOf(question, columns).filter((place) => place !== null);
  return places.filter((place, index) => index > 0 && place < (places[index - 1] ?? 0)).length;
}

export function namesInOrder(question: string, columns: readonly string[]): boolean {
  const places = placesOf(question, columns);
  return places.every((place, index) => place !== null && (index === 0 || place > (places[index - 1] ?? place)));
}

/** For each column, the position of the first question word that its name contains. */
function placesOf(question: string, columns: readonly string[]): (number | null)[] {
  const words = wordsOf(question);
  return columns.map((column) => {
    const found = wordsOf(column).flatMap((word) => (words.includes(word) ? [words.indexOf(word)] : []));
    return found.length === 0 ? null : Math.min(...found);
  });
}

function wordsOf(text: string): string[] {
  const spaced = text.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return (spaced.match(/[a-z]+/g) ?? []).map((word) => SYNONYMS[word] ?? singular(word));
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
