/** JSON-safe cell value: big integers, decimals, dates and bytes are strings. */
export type Cell = string | number | boolean | null | Cell[] | { [key: string]: Cell };
