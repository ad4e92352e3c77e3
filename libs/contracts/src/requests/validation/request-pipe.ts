import { ValidationPipe, type ArgumentMetadata, type Type } from '@nestjs/common';
import { RequestProblem, storable } from '../../index.js';
import { validate } from 'class-validator';
import { fieldProblems } from './field-problems.js';
import { invalidFields } from './invalid-fields.js';
import { isPlainObject } from './is-plain-object.js';
import { toInstance } from './to-instance.js';

const WHOLE = 'body';
/** Deepest nesting of a value, which recursive code can still read. */
const MOST_LEVELS = 100;

/** Validates by class: declared fields only, storable text. */
export class RequestPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      validationError: { target: true, value: true },
      validatorPackage: { validate },
      transformerPackage: {
        plainToInstance: (shape, value) => toInstance(shape as Type<object>, value) as never,
        // Never called: the result stays an instance.
        classToPlain: (value) => value as object,
      },
      exceptionFactory: (errors) => invalidFields(fieldProblems(errors)),
    });
  }

  /** @throws RequestProblem 422 `VALIDATION_FAILED`; 400 without a body */
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (!this.toValidate(metadata)) return value;
    if (value === undefined && metadata.type === 'body') {
      throw new RequestProblem(400, 'BODY_NOT_JSON', 'The body has to be JSON.');
    }
    if (!isPlainObject(value)) throw invalidFields([{ field: WHOLE, message: 'expected an object' }]);
    const deep = Object.keys(value).filter((field) => isDeeper(value[field], MOST_LEVELS));
    if (deep.length > 0)
      throw invalidFields(deep.map((field) => ({ field, message: `must have at most ${MOST_LEVELS} levels` })));
    return storable(await super.transform(value, metadata));
  }

  /** Keeps keys such as `__proto__`, so that they are refused as unknown fields. */
  protected override stripProtoKeys(): void {}
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}

const pipe = new RequestPipe();

/** @throws RequestProblem 422 `VALIDATION_FAILED` with every wrong field */
export async function parseRequest<Shape extends object>(shape: Type<Shape>, value: unknown): Promise<Shape> {
  return (await pipe.transform(value, { type: 'body', metatype: shape })) as Shape;
}
