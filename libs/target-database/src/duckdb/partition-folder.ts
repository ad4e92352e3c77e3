const PARTITION = /^([^=]+)=(.*)$/;
/** What Hive and Spark write for NULL. */
const NO_VALUE = '__HIVE_DEFAULT_PARTITION__';

/** A column's value from a folder's name, `column=value`. */
export interface Partition {
  column: string;
  value: string | null;
}

export function isPartitionFolder(name: string): boolean {
  return PARTITION.test(name);
}

/** Outermost first. */
export function partitionsOn(way: string): Partition[] {
  return way.split('/').flatMap((folder) => {
    const [, column, value] = PARTITION.exec(folder) ?? [];
    if (column === undefined || value === undefined) return [];
    return [{ column, value: value === NO_VALUE ? null : decoded(value) }];
  });
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
