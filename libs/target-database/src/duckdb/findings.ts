import type { AlikeFiles, CombinedTable } from './alike-files.js';
import type { ConvertedFile, LoadedTable } from './source-files.js';

const MOST_NAMES = 5;
const ONE = { s: '', are: 'is', fit: 'does not fit' };
const MANY = { s: 's', are: 'are', fit: 'do not fit' };

export const formOf = (count: number): typeof ONE => (count === 1 ? ONE : MANY);

/** Messages for users: unreadable files, skipped lines, guesses. */
export function findingsOf(converted: readonly ConvertedFile[], loaded: readonly LoadedTable[]): string[] {
  const findings = [
    ...converted.flatMap(({ name, encoding, problem, notes = [] }) => [
      ...notes,
      ...(problem === null ? [] : [unread(name, problem)]),
      ...(encoding === null ? [] : [`the file ${name} is read as ${encoding}`]),
    ]),
    ...loaded.flatMap(findingsOfTable),
  ];
  return [...new Set(findings)];
}

export function repeatedInWords(file: string, names: readonly string[]): string {
  return `several columns of the file ${file} are called ${listed(names)}: a number follows the name of all but the first`;
}

export function findingOfGroup({ table, parts }: AlikeFiles, { added, partial, misfit }: CombinedTable): string {
  const names = parts.map(({ name }) => name);
  const files = `${parts.length} files ${misfit === null ? 'of one shape' : 'with similar names'} (${listed(names, 'file')})`;
  if (misfit === null) {
    const origin = added.length === 1 ? 'says where a row is from' : 'say where a row is from';
    const gaps =
      partial.length === 0
        ? ''
        : `; not all of them have ${listed(partial)}, which ${formOf(partial.length).are} NULL in their rows`;
    return `${files} are the table ${table}${added.length === 0 ? '' : `: ${listed(added)} ${origin}`}${gaps}`;
  }
  const fault = partial.length === 0 ? 'they could not be combined' : `only some have ${listed(partial)}`;
  const reason = misfit === '' ? fault : `the column ${misfit} differs`;
  return `${files} stay separate tables: ${reason}`;
}

function findingsOfTable({ name, csv, problem }: LoadedTable): string[] {
  if (problem !== null) return [unread(name, problem)];
  if (csv === null) return [];
  const { badLines, badAt, skippedLines, decimalCommas, unclearCommas, isIrregular, isHeaderGuessed } = csv;
  const { numbersAsTexts, roundedNumbers, unclearDates, generatedNames, repeatedNames, headerRows } = csv;
  const { missingWords, keptWords, totalsRow, yearFirstDates, unclearPoints, groupedNumbers } = csv;
  const [skipped, generated] = [formOf(skippedLines), formOf(generatedNames.length)];
  const findings: [boolean, string][] = [
    [badLines > 0, leftOut(name, badLines, badAt, 'record')],
    [
      isIrregular,
      `lines of the file ${name} end in different ways, or its quotes are wrong: it is read as far as possible`,
    ],
    [
      skippedLines > 0,
      `${skippedLines} line${skipped.s} at the start of the file ${name} ${skipped.fit} the others and ${skipped.are} left out`,
    ],
    [decimalCommas.length > 0, `commas are read as decimal points in ${listed(decimalCommas)} of the file ${name}`],
    [
      unclearCommas.length > 0,
      `numbers in ${listed(unclearCommas)} of the file ${name} are left as texts: their commas may be decimal, or divide thousands`,
    ],
    [
      numbersAsTexts.length > 0,
      `values in ${listed(numbersAsTexts)} of the file ${name} are left as texts: as numbers or times, they would lose zeros, digits or their form`,
    ],
    [
      roundedNumbers.length > 0,
      `numbers in ${listed(roundedNumbers)} of the file ${name} have more digits than a number keeps, and are rounded`,
    ],
    [
      unclearDates.length > 0,
      `dates in ${listed(unclearDates)} of the file ${name} are read with the day first; another order fits them, too`,
    ],
    [
      yearFirstDates.length > 0,
      `dates in ${listed(yearFirstDates)} of the file ${name} are read with the year first; another order fits them, too`,
    ],
    [
      unclearPoints.length > 0,
      `points are read as decimal in ${listed(unclearPoints)} of the file ${name}; as each has three digits behind it, they may divide thousands`,
    ],
    [
      groupedNumbers.length > 0,
      `numbers in ${listed(groupedNumbers)} of the file ${name} are read without what divides their thousands`,
    ],
    [
      missingWords.length > 0,
      `words such as NULL, N/A or - in ${listed(missingWords)} of the file ${name} are read as missing values`,
    ],
    [
      keptWords.length > 0,
      `words such as NULL, N/A or - in ${listed(keptWords)} of the file ${name} are kept as texts: they may be missing values`,
    ],
    [
      generatedNames.length > 0,
      `the file ${name} does not name all its columns: the name${generated.s} ${listed(generatedNames)} ${generated.are} generated`,
    ],
    [repeatedNames.length > 0, repeatedInWords(name, repeatedNames)],
    [
      totalsRow !== null,
      `a row at the end of the file ${name} seems to be a total (${totalsRow?.trim()}): it is read like the others`,
    ],
    [headerRows > 1, `the first ${headerRows} rows of the file ${name} are read as column names together`],
    [isHeaderGuessed, `the first line of the file ${name} is read as column names`],
  ];
  return findings.flatMap(([holds, finding]) => (holds ? [finding] : []));
}

function listed(columns: readonly string[], thing = 'column'): string {
  const named = columns.slice(0, MOST_NAMES).join(', ');
  const more = columns.length - MOST_NAMES;
  return more > 0 ? `${named} and ${more} more ${thing}${formOf(more).s}` : named;
}

/**
 * @param at numbers and faults of the first of these lines
 * @param thing that is numbered: records of CSV may have several lines
 */
export function leftOut(name: string, count: number, at: readonly string[], thing: 'line' | 'record'): string {
  const rest = count > at.length ? ` and ${count - at.length} more` : '';
  const { s, are } = formOf(count);
  return `${count} line${s} of the file ${name} could not be read and ${are} left out: ${thing}${s} ${at.join(', ')}${rest}`;
}

function unread(name: string, problem: string): string {
  return `the file ${name} could not be read${problem === '' ? '' : `: ${problem}`}`;
}
