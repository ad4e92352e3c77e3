/** Comparing wants the same answer twice. */
export const TEMPERATURE = 0.2;
