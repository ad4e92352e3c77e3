import { metadataOf, type PropertyMetadata } from '../validation/metadata-of.js';

type Shape = new () => object;
type JsonSchema = Record<string, unknown>;

const KEYWORDS: Record<string, (bound: unknown) => JsonSchema> = {
  isString: () => ({ type: 'string' }),
  isBoolean: () => ({ type: 'boolean' }),
  isInt: () => ({ type: 'integer' }),
  isNumber: () => ({ type: 'number' }),
  isArray: () => ({ type: 'array' }),
  isIn: (values) => ({ type: 'string', enum: values }),
  matches: (pattern) => ({ pattern: (pattern as RegExp).source, type: 'string' }),
  min: (minimum) => ({ minimum }),
  max: (maximum) => (maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  arrayMinSize: (minItems) => ({ minItems }),
  arrayMaxSize: (maxItems) => ({ maxItems }),
};

export function requestSchema(shape: Shape): JsonSchema & { properties: Record<string, JsonSchema> } {
  const defaults = new shape() as Record<string, unknown>;
  const declared = [...metadataOf(shape)];
  const properties = declared.map(([name, decorators]) => {
    const fallback = defaults[name] === undefined ? {} : { default: defaults[name] };
    return [name, { ...propertySchema(decorators), ...fallback }] as const;
  });
  const required = declared
    .filter(([name, decorators]) => defaults[name] === undefined && !decorators.some(isCondition))
    .map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function propertySchema(decorators: readonly PropertyMetadata[]): JsonSchema {
  const [items, own] = [true, false].map(
    (each) => Object.assign({}, ...decorators.filter((one) => Boolean(one.each) === each).map(schemaOf)) as JsonSchema,
  ) as [JsonSchema, JsonSchema];
  const schema = own['type'] === 'array' ? { ...own, items } : own;
  return decorators.some(({ name }) => name === 'isOptional') ? { anyOf: [schema, { type: 'null' }] } : schema;
}

function schemaOf({ name = '', constraints, context }: PropertyMetadata): JsonSchema {
  if (context?.nested) return requestSchema(context.nested());
  return { ...KEYWORDS[name]?.(constraints?.[0]), ...context?.schema };
}

function isCondition({ type }: PropertyMetadata): boolean {
  return type === 'conditionalValidation';
}
