/** A review should be repeatable. */
export const TEMPERATURE = 0.2;
