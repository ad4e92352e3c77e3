export interface CellPlace {
  row: number;
  column: number;
}

const PAGE = 8;

/** Within the grid; null for other keys. */
export function moveBy(
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  from: CellPlace,
  size: { rows: number; columns: number },
): CellPlace | null {
  const to = target(key, ctrlKey, from, size);
  if (to === null) return null;
  return { row: clamp(to.row, size.rows), column: clamp(to.column, size.columns) };
}

function target(
  key: string,
  far: boolean,
  { row, column }: CellPlace,
  size: { rows: number; columns: number },
): CellPlace | null {
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'PageUp':
      return { row: row - PAGE, column };
    case 'PageDown':
      return { row: row + PAGE, column };
    case 'Home':
      return { row: far ? 0 : row, column: 0 };
    case 'End':
      return { row: far ? size.rows - 1 : row, column: size.columns - 1 };
    default:
      return null;
  }
}

function clamp(index: number, count: number): number {
  return Math.min(Math.max(index, 0), count - 1);
}
