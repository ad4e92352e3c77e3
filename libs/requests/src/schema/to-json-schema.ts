import { z } from 'zod';

/** A zod type in the dialect of JSON Schema that OpenAPI 3.1 speaks. */
export function toJsonSchema(type: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: json }) => {
      // a format says it shorter than the pattern behind it, and bounds of safe integers say nothing
      if (json.format !== undefined) delete json.pattern;
      if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
      if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
    },
  });
  return schema;
}
