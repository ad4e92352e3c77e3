/** What the wording of a question says about the rows of its answer. */
export interface QuestionWording {
  /** One number is asked for: "how many …", of nothing in particular. */
  asksForOneNumber: boolean;
  /** One thing is asked for: "the … with the most …". */
  asksForOneRow: boolean;
}

const PER_GROUP = /\b(each|every|per|different|all|list|respectively|corresponding)\b/i;
const COUNTS = /^(how many|count the|(what|give|find|show|return|tell).{0,20}\bnumber of)\b/i;
const SUPERLATIVE =
  /\b(most|least|highest|lowest|largest|smallest|oldest|youngest|biggest|longest|shortest|earliest|latest|fewest|greatest|best)\b/i;
const SINGULAR =
  /\b(what|which|who)\b.{0,40}\b(is|was|has|have|had) the\b|\b(find|show|give|return|tell).{0,10}\bthe\b/i;

/** Reads English by a few words; of other languages it says nothing. */
export function readWording(question: string): QuestionWording {
  const isPerGroup = PER_GROUP.test(question);
  return {
    asksForOneNumber: !isPerGroup && COUNTS.test(question),
    asksForOneRow: !isPerGroup && SUPERLATIVE.test(question) && SINGULAR.test(question),
  };
}

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
 * Whether the columns come in another order than the question names them: pairs of neighbours, both of which it names,
 * the later one first.
 */
export function swappedColumns(question: string, columns: readonly string[]): number {
  const words = wordsOf(question);
  const places = columns.flatMap((column) => {
    const found = wordsOf(column).flatMap((word) => (words.includes(word) ? [words.indexOf(word)] : []));
    return found.length === 0 ? [] : [Math.min(...found)];
  });
  return places.filter((place, index) => index > 0 && place < (places[index - 1] ?? 0)).length;
}

function wordsOf(text: string): string[] {
  const apart = text.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return (apart.match(/[a-z]+/g) ?? []).map((word) => SYNONYMS[word] ?? singular(word));
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
