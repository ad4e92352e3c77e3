export async function take<Item>(items: AsyncIterable<Item>, limit = Infinity): Promise<Item[]> {
  const taken: Item[] = [];
  for await (const item of items) if (taken.push(item) >= limit) break;
  return taken;
}
