/** How files are read that become tables, by their endings; `packed`: also with `.gz`. */
const FORMATS = {
  csv: { endings: ['csv', 'tsv', 'txt'], packed: true },
  json: { endings: ['json', 'jsonl', 'ndjson'], packed: true },
  parquet: { endings: ['parquet'], packed: false },
  excel: { endings: ['xlsx'], packed: false },
} as const;

export type FileFormat = keyof typeof FORMATS;

/** Endings of files that become tables, each with its dot. */
export const FILE_ENDINGS: readonly string[] = Object.values(FORMATS).flatMap(({ endings, packed }) =>
  endings.flatMap((ending) => (packed ? [`.${ending}`, `.${ending}.gz`] : [`.${ending}`])),
);

/** What a database of uploaded files is called where its workspace is not known. */
export const UPLOADED_NAME = 'uploads';

/** Files that a workspace holds at most. */
export const MOST_FILES = 200;

/** The ending of a file that becomes a table, as it is written; null for any other file. */
export function fileEnding(name: string): string | null {
  const ending = /\.[a-z]+(?:\.gz)?$/i.exec(name)?.[0] ?? '';
  return FILE_ENDINGS.includes(ending.toLowerCase()) ? ending : null;
}

/** How a file is read; null for one that becomes no table. */
export function fileFormat(name: string): FileFormat | null {
  const ending = fileEnding(name)?.slice(1).toLowerCase().replace(/\.gz$/, '');
  const formats = Object.keys(FORMATS) as FileFormat[];
  return formats.find((format) => (FORMATS[format].endings as readonly string[]).includes(ending ?? '')) ?? null;
}

/** Characters of a stored name without its ending; well below what file systems take, whatever they are written in. */
const STEM_CHARACTERS = 50;
/** What no name may hold: control and invisible characters, and those that a file system or a pattern gives a meaning. */
const REFUSED = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}<>:"|?*[\]{}'`]/gu;
/** Devices of Windows, whatever their ending. */
const DEVICES = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\.|$)/i;

/**
 * The name under which an uploaded file is kept: the last part of its path, without what could lead elsewhere or means
 * something to a file system. The same name again for a name that it gave.
 *
 * @returns null for a file that becomes no table
 */
export function storedFileName(given: string): string | null {
  const last = given.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  const tidy = last
    .normalize('NFC')
    .replace(REFUSED, '_')
    .replace(/\s/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '');
  const ending = fileEnding(tidy);
  if (ending === null || ending.length === tidy.length) return null;
  const stem = [...tidy.slice(0, -ending.length)].slice(0, STEM_CHARACTERS).join('');
  return `${DEVICES.test(stem) ? '_' : ''}${stem}${ending}`.normalize('NFC');
}
