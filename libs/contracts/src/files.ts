/** Readers by file ending; `packed`: also with `.gz`. */
const FORMATS = {
  csv: { endings: ['csv', 'tsv', 'txt'], packed: true },
  json: { endings: ['json', 'jsonl', 'ndjson'], packed: true },
  parquet: { endings: ['parquet'], packed: false },
  excel: { endings: ['xlsx'], packed: false },
} as const;

export type FileFormat = keyof typeof FORMATS;

export const FILE_ENDINGS: readonly string[] = Object.values(FORMATS).flatMap(({ endings, packed }) =>
  endings.flatMap((ending) => (packed ? [`.${ending}`, `.${ending}.gz`] : [`.${ending}`])),
);

/** Default name of a database of uploads. */
export const UPLOADED_NAME = 'uploads';

/** Per workspace. */
export const MOST_FILES = 200;

/** The ending as written; null for unreadable files. */
export function fileEnding(name: string): string | null {
  const ending = /\.[a-z]+(?:\.gz)?$/i.exec(name)?.[0] ?? '';
  return FILE_ENDINGS.includes(ending.toLowerCase()) ? ending : null;
}

/** Null for unreadable files. */
export function fileFormat(name: string): FileFormat | null {
  const ending = fileEnding(name)?.slice(1).toLowerCase().replace(/\.gz$/, '');
  const formats = Object.keys(FORMATS) as FileFormat[];
  return formats.find((format) => (FORMATS[format].endings as readonly string[]).includes(ending ?? '')) ?? null;
}

/** Longest stem of a stored name, within every file system's limit. */
const STEM_CHARACTERS = 50;
/** Characters refused in names: control, invisible, and special in file systems or patterns. */
const REFUSED = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}<>:"|?*[\]{}'`]/gu;
/** Windows device names, with any ending. */
const DEVICES = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\.|$)/i;

/**
 * The last path part without unsafe characters. Idempotent.
 * @returns null for an unreadable file
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
