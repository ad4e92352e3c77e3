import { ValidateBy, type ValidationOptions } from 'class-validator';

/** Path below the value, and what is expected. */
export interface Finding {
  path: readonly PropertyKey[];
  message: string;
}

export interface CheckContext {
  find: (value: unknown, object: object) => Finding[];
  schema?: object;
  nested?: () => new () => object;
  convert?: (value: unknown) => unknown;
}

/** A decorator with located problems and an OpenAPI schema: each bound is defined once. */
export function Check(name: string, context: CheckContext, options: ValidationOptions = {}): PropertyDecorator {
  return ValidateBy(
    {
      name,
      validator: {
        validate: (value, args) => context.find(value, args?.object ?? {}).length === 0,
        // class-validator needs a message to keep the context.
        defaultMessage: () => name,
      },
    },
    { ...options, context },
  );
}

export function expected(isMet: boolean, message: string): Finding[] {
  return isMet ? [] : [{ path: [], message }];
}
