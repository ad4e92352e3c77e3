import type { InstanceRow } from '../instances/instance.js';

type Rows = readonly (readonly InstanceRow[])[];

export interface MinimiseOptions {
  /** Takes away what may not stay when other rows are gone. */
  repair: (tables: Rows) => InstanceRow[][];
  /** What must go on holding. */
  holds: (tables: Rows) => Promise<boolean>;
  mostTrials: number;
}

/**
 * Takes away rows as long as something goes on holding (delta debugging, Zeller and Hildebrandt 2002): whole tables
 * first, then halves, then ever smaller parts, until no single row can go or the trials are used up.
 */
export async function minimise(tables: Rows, { repair, holds, mostTrials }: MinimiseOptions): Promise<InstanceRow[][]> {
  let best = tables.map((rows) => [...rows]);
  let trials = 0;
  const attempt = async (without: ReadonlySet<InstanceRow>): Promise<boolean> => {
    if (trials >= mostTrials) return false;
    trials += 1;
    const smaller = repair(best.map((rows) => rows.filter((row) => !without.has(row))));
    if (count(smaller) >= count(best) || !(await holds(smaller))) return false;
    best = smaller;
    return true;
  };
  for (const rows of [...best]) if (rows.length > 0) await attempt(new Set(rows));
  for (let parts = 2; trials < mostTrials;) {
    const all = best.flat();
    const size = Math.max(1, Math.ceil(all.length / parts));
    let isSmaller = false;
    for (let from = 0; from < all.length && !isSmaller; from += size) {
      isSmaller = await attempt(new Set(all.slice(from, from + size)));
    }
    if (isSmaller) parts = Math.max(2, parts - 1);
    else if (size === 1) break;
    else parts = Math.min(all.length, parts * 2);
  }
  return best;
}

function count(tables: Rows): number {
  return tables.reduce((sum, rows) => sum + rows.length, 0);
}
