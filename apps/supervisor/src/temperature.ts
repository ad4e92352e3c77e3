/** A second look is no place for invention; its effort is the model's, `high` by default. */
export const TEMPERATURE = 0.2;
