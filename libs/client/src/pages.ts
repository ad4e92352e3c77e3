import type { Page } from '@assay/contracts';

export async function* everyItem<Item>(
  pageAfter: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const page: Page<Item> = await pageAfter(cursor);
    yield* page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
