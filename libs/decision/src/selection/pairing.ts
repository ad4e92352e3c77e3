/** Every pair of items in both orders: position biases a judge, so each pair is judged twice. */
export function pairsInBothOrders<Item>(items: readonly Item[]): { first: Item; second: Item }[] {
  return items.flatMap((left, index) =>
    items.slice(index + 1).flatMap((right) => [
      { first: left, second: right },
      { first: right, second: left },
    ]),
  );
}
