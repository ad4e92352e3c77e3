/** Each pair in both orders, because position biases judges. */
export function inBothOrders<Item>(pairs: readonly (readonly [Item, Item])[]): { first: Item; second: Item }[] {
  return pairs.flatMap(([left, right]) => [
    { first: left, second: right },
    { first: right, second: left },
  ]);
}

export function pairsOfAll<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((left, index) => items.slice(index + 1).map((right): [Item, Item] => [left, right]));
}
