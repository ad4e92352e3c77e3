import { z } from 'zod';

/** In the JSON Schema dialect of OpenAPI 3.1. */
export function toJsonSchema(type: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: json }) => {
      // A format replaces its pattern; safe-integer bounds mean nothing.
      if (json.format !== undefined) delete json.pattern;
      if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
      if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
    },
  });
  return schema;
}
