import { ValidateBy, type ValidationOptions } from 'class-validator';

/** One thing that is wrong with a value: where below it (nothing for the value itself), and what is expected there. */
export interface Finding {
  path: readonly PropertyKey[];
  message: string;
}

/** What a check of ours says of itself, beside whether a value passes. */
export interface CheckContext {
  /** Everything that is wrong with a value. */
  find: (value: unknown, object: object) => Finding[];
  /** What OpenAPI tells of such values. */
  schema?: object;
  /** Class of the object that stands here. */
  nested?: () => new () => object;
  /** Applied before the check. */
  convert?: (value: unknown) => unknown;
}

/**
 * A decorator of class-validator that tells where below its property something is wrong, and carries what OpenAPI tells
 * of it: a bound is written once.
 */
export function Check(name: string, context: CheckContext, options: ValidationOptions = {}): PropertyDecorator {
  return ValidateBy(
    {
      name,
      validator: {
        validate: (value, args) => context.find(value, args?.object ?? {}).length === 0,
        // class-validator keeps the context of messages that are not empty alone; the findings tell the rest
        defaultMessage: () => name,
      },
    },
    { ...options, context },
  );
}

/** What is found where a value as a whole is not as expected. */
export function expected(isMet: boolean, message: string): Finding[] {
  return isMet ? [] : [{ path: [], message }];
}
