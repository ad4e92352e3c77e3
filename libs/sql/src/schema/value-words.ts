import type { DatabaseSchema } from '@assay/contracts';
import { wordSet } from '../word-set.js';
import { identifierTerms, isStopWord, splitIdentifier } from './terms.js';

export const MAX_VALUE_WORDS = 40;
const WORDS_READ = 200;
const LONGEST_PHRASE = 3;
const SHORTEST = 3;
const LONGEST = 40;
const SHORTEST_PART = 4;
/** Of a name that abbreviates a word: `IndepYear`. */
const ABBREVIATION = { shortest: 5, leftOut: 5 };

/** Useless as values. */
const askingWords = wordSet(
  `about above across add after again against ago all almost along alphabetical alphabetically already also although
  always among amount amounts another answer any anyone anything appear appears aren around ascending asked average
  averages avg based become becomes been before began begin belong belonging belongs below between beyond bigger
  biggest both bottom bring brings brought calculate called came can cannot certain column columns come comes coming
  common compare compared contain contained containing contains correct corresponding count counted counting counts
  currently data database date dates day days decreasing descending describe detail details determine didn differ
  difference different display distinct does doesn doing don done down during earlier earliest either else entire
  equal even ever every everyone exactly except exclude excluding exist existing exists few fewer fewest final finally
  find first five following four frequent frequently fully further generate get gets getting give given gives giving
  go goes gone got great greater greatest group grouped groups happened happens hasn haven having held help here hers
  higher highest him his hold holds hour hours however identify include included includes including increasing
  indicate individual information inside instead into involved isn its itself just keep kept kind kinds know known
  larger largest last lasting late later latest lead least led left length less let letter like listed live lived
  lives living located longer longest look looking lot lots lower lowest made main make makes making matching maximum
  may mean meaning means median mention mentioned met might minimum minute minutes missing month monthly months
  moreover mostly much must name named names near need needed needs neither never newest next none nor nothing now
  number numbers numeric observed occur occurred occurs often older oldest once one only onto order ordered orders
  other others otherwise output over overall own owned owns pair pairs part particular past per percent percentage
  percentages perform performed period please portion possible present previous provide put question quite range rank
  ranked ranking rather ratio reach reached recent recently record recorded records related relevant remain remaining
  report represent respect respective respectively result results retrieve return row rows said same say second see
  seen select separate several shall share she shorter shortest should shown shows side since size smaller smallest
  some someone something sort sorted specific specified start started starting starts still stored such sum summarize
  take taken takes taking term terms than that themselves thing things third three through throughout thus till time
  times today together took top toward towards twice two type types under unique unless until upon use used user uses
  using value values various very via want wants was wasn way ways week weekly weeks well went were weren whatever
  whenever whether while whole within without won word words work worked working works worth would write written year
  yearly years yesterday yet yours`,
);

/** Stemmed. */
export function schemaTerms(schema: DatabaseSchema): ReadonlySet<string> {
  const names = schema.tables.flatMap((table) => [table.name, ...table.columns.map((column) => column.name)]);
  return new Set(names.flatMap(identifierTerms));
}

/** Stems of table names, and of column names that are one word. */
export function namingTerms(schema: DatabaseSchema): ReadonlySet<string> {
  const columns = schema.tables.flatMap((table) => table.columns.map(({ name }) => identifierTerms(name)));
  const tables = schema.tables.flatMap(({ name }) => identifierTerms(name));
  return new Set([...tables, ...columns.flatMap((terms) => (terms.length === 1 ? terms : []))]);
}

/** Has a word that is neither common nor known. */
export function mayNameOther(question: string, known: ReadonlySet<string>): boolean {
  const names = question.match(/[\p{L}\p{M}\p{N}_]*\p{L}[\p{L}\p{M}\p{N}_]*/gu) ?? [];
  const isKnown = (word: string): boolean => isFiller(word) || identifierTerms(word).every((term) => known.has(term));
  return names.some((name) => !splitIdentifier(name).every(isKnown));
}

/**
 * Words in a question that may be values (`bologna`, `new york`): neither question words nor schema names, with phrases
 * of up to three words. Lower case, at most `MAX_VALUE_WORDS`.
 */
export function valueWords(question: string, ofSchema: ReadonlySet<string>): string[] {
  const words = wordsOf(question);
  const isRare = words.map((word) => mayBeValue(word, ofSchema));
  const found = new Set<string>();
  words.forEach((word, start) => {
    if (isRare[start]) for (const form of withSingular(word)) found.add(form);
    if (isFiller(word)) return;
    for (let end = start + 1; end < start + LONGEST_PHRASE && (words[end] ?? '') !== ''; end += 1) {
      const isNamed = isRare.slice(start, end + 1).some(Boolean);
      if (isNamed && !isFiller(words[end] ?? '')) found.add(words.slice(start, end + 1).join(' '));
    }
  });
  return [...found].filter(({ length }) => length <= LONGEST).slice(0, MAX_VALUE_WORDS);
}

/** '' separates runs, which phrases do not cross. */
function wordsOf(question: string): string[] {
  const pieces = question.toLowerCase().match(/[\p{L}\p{M}\p{N}'’=_@#$/\\-]+|[^\p{L}\p{M}\p{N}\s]/gu) ?? [];
  return pieces.slice(0, WORDS_READ).map((piece) => {
    const word = piece.replace(/['’]s?$|^['’]/gu, '');
    return /^\p{L}[\p{L}\p{M}'’-]*$/u.test(word) ? word : '';
  });
}

/** Whether the word is common in questions, such as `which`. */
export function isFiller(word: string): boolean {
  return word === '' || isStopWord(word) || askingWords.has(word);
}

function mayBeValue(word: string, ofSchema: ReadonlySet<string>): boolean {
  if (word.length < SHORTEST || isFiller(word)) return false;
  const [term = word] = identifierTerms(word);
  if (ofSchema.has(term)) return false;
  if (term.length < SHORTEST_PART) return true;
  for (const name of ofSchema) if (name.includes(term) || abbreviates(name, word)) return false;
  return true;
}

function abbreviates(name: string, word: string): boolean {
  return (
    name.length >= ABBREVIATION.shortest && word.length >= name.length + ABBREVIATION.leftOut && word.startsWith(name)
  );
}

/** Values are often stored in the singular. */
function withSingular(word: string): string[] {
  if (word.length <= SHORTEST || !/[^s]s$/.test(word)) return [word];
  return [word, word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1)];
}
