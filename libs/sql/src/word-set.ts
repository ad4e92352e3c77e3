export function wordSet(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(/\s+/)).filter((word) => word !== ''));
}
