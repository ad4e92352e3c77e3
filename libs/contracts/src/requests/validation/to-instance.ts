import { RequestQuery } from '../request-query.js';
import { isPlainObject } from './is-plain-object.js';
import { metadataOf } from './metadata-of.js';

type Shape = new () => object;

/** Marks undeclared names that Object.prototype has, so that they are refused, too. */
export const UNKNOWN_MARK = '\0';

/** Replaces class-transformer, which mishandles `constructor` and `__proto__` and converts undeclared fields. */
export function toInstance(shape: Shape, value: unknown): object {
  if (!isPlainObject(value)) return value as object;
  const properties = metadataOf(shape);
  const isQuery = shape.prototype instanceof RequestQuery;
  const instance = new shape();
  for (const [name, given] of Object.entries(value)) {
    const declared = properties.get(name);
    // A later version may define this query field.
    if (declared === undefined && isQuery) continue;
    const { nested, convert } = Object.assign({}, ...(declared ?? []).map(({ context }) => context)) as {
      nested?: () => Shape;
      convert?: (value: unknown) => unknown;
    };
    const key = declared === undefined && name in Object.prototype ? `${name}${UNKNOWN_MARK}` : name;
    Object.assign(instance, { [key]: nested ? instancesOf(nested(), given) : convert ? convert(given) : given });
  }
  return instance;
}

function instancesOf(shape: Shape, value: unknown): unknown {
  return Array.isArray(value) ? value.map((item: unknown) => toInstance(shape, item)) : toInstance(shape, value);
}
