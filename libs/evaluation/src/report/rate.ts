/** A rate with its 95 % Wilson interval. */
export interface Rate {
  right: number;
  total: number;
  /** 0–100, two decimals. */
  percent: number;
  low: number;
  high: number;
}

const Z = 1.959964;

export function rateOf(right: number, total: number): Rate {
  if (total === 0) return { right, total, percent: 0, low: 0, high: 100 };
  const share = right / total;
  const denominator = 1 + (Z * Z) / total;
  const centre = (share + (Z * Z) / (2 * total)) / denominator;
  const half = (Z * Math.sqrt((share * (1 - share)) / total + (Z * Z) / (4 * total * total))) / denominator;
  return { right, total, percent: percent(share), low: percent(centre - half), high: percent(centre + half) };
}

export function rateAmong<Item>(items: readonly Item[], isRight: (item: Item) => boolean): Rate {
  return rateOf(items.filter(isRight).length, items.length);
}

function percent(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100;
}
