import type { GeneratorPayload, Settings } from '@assay/contracts';
import { STRATEGIES } from '@assay/contracts/plain';
import { seededRandom, shuffle } from '@assay/contracts/plain';

export const TEMPERATURE_BANDS = [
  { low: 0.1, high: 0.3 },
  { low: 0.5, high: 0.7 },
  { low: 0.8, high: 1.0 },
] as const;

/**
 * Strategies and bands are crossed diagonally: each strategy meets each band before a pair repeats. The seed orders the
 * strategies and sets the temperature within its band.
 */
export function planGeneration(
  settings: Pick<Settings, 'sqlCandidates'>,
  seed: number,
  attempt = 1,
): GeneratorPayload[] {
  const strategies = shuffle(STRATEGIES, seededRandom(seed, 'strategies', attempt));
  return Array.from({ length: settings.sqlCandidates }, (_, index) => {
    const row = Math.floor(index / strategies.length);
    const strategy = strategies[index % strategies.length] ?? STRATEGIES[0];
    const band = TEMPERATURE_BANDS[(index + row) % TEMPERATURE_BANDS.length] ?? TEMPERATURE_BANDS[0];
    const drawn = seededRandom(seed, 'temperature', attempt, index)();
    return { strategy, temperature: twoDecimals(band.low + drawn * (band.high - band.low)) };
  });
}

function twoDecimals(value: number): number {
  return Math.round(value * 100) / 100;
}
