import type { AlikeFiles, CombinedTable } from './alike-files.js';
import type { ConvertedFile, LoadedTable } from './source-files.js';

const MOST_NAMES = 5;

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

export function findingOfGroup({ table, parts }: AlikeFiles, { added, misfit }: CombinedTable): string {
  const files = `${parts.length} files of one shape (${listed(
    parts.map(({ name }) => name),
    'files',
  )})`;
  if (misfit === null) {
    const origin = added.length === 1 ? 'says where a row is from' : 'say where a row is from';
    return `${files} are the table ${table}${added.length === 0 ? '' : `: ${listed(added)} ${origin}`}`;
  }
  const reason = misfit === '' ? 'they could not be combined' : `the column ${misfit} differs`;
  return `${files} stay separate tables: ${reason}`;
}

function findingsOfTable({ name, csv, problem }: LoadedTable): string[] {
  if (problem !== null) return [unread(name, problem)];
  if (csv === null) return [];
  const { badLines, badAt, skippedLines, decimalCommas, unclearCommas, isIrregular, isNamedByTexts } = csv;
  const { numbersAsTexts, roundedNumbers, unclearDates, generatedNames, repeatedNames, headerRows } = csv;
  const { missingWords, keptWords, totalsRow } = csv;
  const findings: [boolean, string][] = [
    [badLines > 0, leftOut(name, badLines, badAt, 'record')],
    [
      isIrregular,
      `lines of the file ${name} end in different ways, or its quotes are wrong: it is read as far as possible`,
    ],
    [skippedLines > 0, `${skippedLines} lines at the start of the file ${name} do not fit the others and are left out`],
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
      `dates in ${listed(unclearDates)} of the file ${name} are read with the day first; nothing in them says that it is not the month`,
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
      `the file ${name} does not name all its columns: the names ${listed(generatedNames)} are generated`,
    ],
    [
      repeatedNames.length > 0,
      `several columns of the file ${name} are called ${listed(repeatedNames)}: a number follows the name of all but the first`,
    ],
    [
      totalsRow !== null,
      `the last row of the file ${name} seems to be a total (${totalsRow?.trim()}): it is read like the others`,
    ],
    [headerRows > 1, `the first ${headerRows} rows of the file ${name} are read as column names together`],
    [isNamedByTexts, `the first line of the file ${name} is read as column names`],
  ];
  return findings.flatMap(([holds, finding]) => (holds ? [finding] : []));
}

function listed(columns: readonly string[], things = 'columns'): string {
  const named = columns.slice(0, MOST_NAMES).join(', ');
  return columns.length > MOST_NAMES ? `${named} and ${columns.length - MOST_NAMES} more ${things}` : named;
}

/**
 * @param at numbers and faults of the first of these lines
 * @param thing that is numbered: records of CSV may have several lines
 */
export function leftOut(name: string, count: number, at: readonly string[], thing: 'line' | 'record'): string {
  const rest = count > at.length ? ` and ${count - at.length} more` : '';
  const lines = `${thing}${count === 1 ? '' : 's'} ${at.join(', ')}${rest}`;
  return `${count} lines of the file ${name} could not be read and are left out: ${lines}`;
}

function unread(name: string, problem: string): string {
  return `the file ${name} could not be read${problem === '' ? '' : `: ${problem}`}`;
}
