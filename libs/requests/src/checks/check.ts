import { ValidateBy, type ValidationOptions } from 'class-validator';

/** One problem: its path below the value (empty: the value itself) and what is expected. */
export interface Finding {
  path: readonly PropertyKey[];
  message: string;
}

export interface CheckContext {
  find: (value: unknown, object: object) => Finding[];
  schema?: object;
  /** Class of a nested object. */
  nested?: () => new () => object;
  convert?: (value: unknown) => unknown;
}

/**
 * A class-validator decorator that locates problems below its property and has the OpenAPI schema, so each bound is
 * defined once.
 */
export function Check(name: string, context: CheckContext, options: ValidationOptions = {}): PropertyDecorator {
  return ValidateBy(
    {
      name,
      validator: {
        validate: (value, args) => context.find(value, args?.object ?? {}).length === 0,
        // class-validator keeps the context only with a non-empty message; the findings have the details.
        defaultMessage: () => name,
      },
    },
    { ...options, context },
  );
}

export function expected(isMet: boolean, message: string): Finding[] {
  return isMet ? [] : [{ path: [], message }];
}
