export type Note = (path: string, from: unknown, to: unknown) => void;
