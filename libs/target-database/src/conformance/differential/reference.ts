import type { Cell } from '@assay/contracts';

/** An independent client of the same database: its typed values as the cells that Assay must return. */
export interface Reference {
  /** @param onBit reports MariaDB's BIT columns */
  rows(sql: string, onBit?: (column: number) => void): Promise<Cell[][]>;
  close(): Promise<void>;
}
