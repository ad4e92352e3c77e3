import type { AskedBy, BlockHash, Cell, Id } from '@assay/contracts';
import type { BlockStore } from '@assay/work';

/** Most characters of a page; a longer row is its own page. */
const PAGE_CHARACTERS = 4 * 1024 * 1024;

/** At least one page, in order. Unused ones stay for a day, so the caller can read them. */
export async function storeRows(
  blocks: Pick<BlockStore, 'store'>,
  workspace: Id,
  rows: readonly Cell[][],
  askedBy: AskedBy | undefined,
  pageCharacters = PAGE_CHARACTERS,
): Promise<BlockHash[]> {
  const whose = askedBy === undefined ? '' : JSON.stringify([askedBy.question, askedBy.owner]);
  const pages: BlockHash[] = [];
  for (const page of pagesOf(rows, pageCharacters)) pages.push(await blocks.store(workspace, page, whose));
  return pages;
}

function* pagesOf(rows: readonly Cell[][], pageCharacters: number): Generator<string, void, undefined> {
  let texts: string[] = [];
  let characters = 2;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (texts.length > 0 && characters + text.length > pageCharacters) {
      yield `[${texts.join(',')}]`;
      texts = [];
      characters = 2;
    }
    texts.push(text);
    characters += text.length + 1;
  }
  yield `[${texts.join(',')}]`;
}

/**
 * Reads the pages lazily.
 * @throws PermanentError `BLOCK_MISSING` if a page was erased
 */
export async function* readStoredRows(
  blocks: Pick<BlockStore, 'text'>,
  workspace: Id,
  pages: readonly BlockHash[],
): AsyncGenerator<Cell[][], void, undefined> {
  for (const page of pages) yield JSON.parse(await blocks.text(workspace, page)) as Cell[][];
}
