import { settingsPatchSchema } from '../../index.js';
import { MeetsSchema } from './meets-schema.js';

/** Adds the defaults of nested fields. */
export function IsSettings(): PropertyDecorator {
  return MeetsSchema(settingsPatchSchema, convert);
}

function convert(value: unknown): unknown {
  const parsed = settingsPatchSchema.safeParse(value);
  return parsed.success ? parsed.data : value;
}
