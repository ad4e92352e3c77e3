/** Collects what was changed to fit a value to its schema. */
export type Note = (path: string, from: unknown, to: unknown) => void;
