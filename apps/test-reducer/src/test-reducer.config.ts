/** The reducer sorts; it does not invent. */
export const TEMPERATURE = 0.2;

/** Groups that do not cover every test exactly once are asked for again this often. */
export const REASKS = 1;
