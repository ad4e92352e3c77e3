import type { BlockHash, Cell, Id } from '@assay/contracts';
import type { BlockStore } from '@assay/work';

/** Characters of one page's JSON at most; a row that is longer is a page of its own. */
const PAGE_CHARACTERS = 4 * 1024 * 1024;

/**
 * Stores rows as blocks, one after another; at least one page, in order. Equal pages of two exports are one block.
 *
 * Nothing refers to them but the answer of the request. Retention erases them as texts out of use, which is a day after
 * that answer; no block is erased within a day of its being stored, so that the waiting caller can read them.
 */
export async function storeRows(
  blocks: Pick<BlockStore, 'store'>,
  workspace: Id,
  rows: readonly Cell[][],
  pageCharacters = PAGE_CHARACTERS,
): Promise<BlockHash[]> {
  const pages: BlockHash[] = [];
  for (const page of pagesOf(rows, pageCharacters)) pages.push(await blocks.store(workspace, page));
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
 * The rows of such pages, each read when it is wanted.
 *
 * @throws PermanentError `BLOCK_MISSING` where a page was erased meanwhile
 */
export async function* readStoredRows(
  blocks: Pick<BlockStore, 'readOnce'>,
  workspace: Id,
  pages: readonly BlockHash[],
): AsyncGenerator<Cell[][], void, undefined> {
  for (const page of pages) yield JSON.parse(await blocks.readOnce(workspace, page)) as Cell[][];
}
