import type { InstanceRow } from '../instances/instance.js';
import type { Tables } from '../suite/instance-engine.js';

export interface MinimiseOptions {
  /** Removes rows whose parents are gone. */
  repair: (tables: Tables) => InstanceRow[][];
  /** First trial that holds, or -1; may run concurrently. */
  holdsIn: (trials: readonly Tables[]) => Promise<number>;
  mostTrials: number;
}

/** Delta debugging (Zeller and Hildebrandt 2002): tables, halves, smaller parts. */
export async function minimise(
  tables: Tables,
  { repair, holdsIn, mostTrials }: MinimiseOptions,
): Promise<InstanceRow[][]> {
  let best = tables.map((rows) => [...rows]);
  let trials = 0;
  const leaveOut = async (parts: readonly (readonly InstanceRow[])[]): Promise<number> => {
    const smaller = parts.slice(0, mostTrials - trials).map((part) => {
      const without = new Set(part);
      return repair(best.map((rows) => rows.filter((row) => !without.has(row))));
    });
    // a database without rows shows less than one with a row
    const worthwhile = smaller.filter((each) => count(each) < count(best) && count(each) > 0);
    const found = worthwhile.length === 0 ? undefined : worthwhile[await holdsIn(worthwhile)];
    const place = found === undefined ? -1 : smaller.indexOf(found);
    trials += found === undefined ? smaller.length : place + 1;
    best = found ?? best;
    return place;
  };
  let whole = best.filter((rows) => rows.length > 0);
  while (whole.length > 0) {
    const gone = await leaveOut(whole);
    if (gone === -1) break;
    whole = whole.slice(gone + 1);
  }
  for (let parts = 2; trials < mostTrials;) {
    const all = best.flat();
    const size = Math.max(1, Math.ceil(all.length / parts));
    const slices = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
      all.slice(index * size, (index + 1) * size),
    );
    if ((await leaveOut(slices)) >= 0) parts = Math.max(2, parts - 1);
    else if (size === 1) break;
    else parts = Math.min(all.length, parts * 2);
  }
  return best;
}

function count(tables: Tables): number {
  return tables.reduce((sum, rows) => sum + rows.length, 0);
}
