import type { SelectionMethod, Strategy } from '@assay/contracts';

/** Shown of a result beside others. */
export const FEW_ROWS = 5;

const STRATEGIES: Record<Strategy, string> = {
  'query-plan': 'query plan',
  'divide-and-conquer': 'divide and conquer',
  'step-by-step': 'step by step',
};

export function describeStrategy(strategy: Strategy): string {
  return STRATEGIES[strategy];
}

const METHODS: Record<SelectionMethod, string> = {
  'only-passer': 'it alone passes every test',
  'single-result': 'all that pass return the same rows, and it is the simplest of them',
  judge: 'the judge preferred it with confidence',
  posterior: 'all that was observed speaks for it',
  cluster: 'its result is the most frequent',
  frequent: 'it is the most frequent text',
  simplest: 'it is the simplest of those that tie',
  coin: 'a random choice, as nothing else distinguished them',
  silver: 'it came closest, and the workspace allows SILVER',
  settled: 'a person chose this meaning',
  bypass: 'evaluation is bypassed: the first valid SQL',
  known: 'a curator approved it for the same question',
};

export function describeMethod(method: SelectionMethod): string {
  return METHODS[method];
}
