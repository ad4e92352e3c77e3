import { ValidationPipe, type ArgumentMetadata, type Type } from '@nestjs/common';
import { RequestProblem, storable } from '@assay/contracts';
import { validate } from 'class-validator';
import { fieldProblems } from './field-problems.js';
import { invalidFields } from './invalid-fields.js';
import { isPlainObject } from './is-plain-object.js';
import { toInstance } from './to-instance.js';

/** Name of the whole body in `errors`, where no single field is at fault. */
const WHOLE = 'body';

/**
 * Checks bodies, queries and jobs by their classes: nothing is converted that is not declared so, unknown fields are
 * refused, and text comes out as Postgres can hold it.
 */
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
        // never called: what comes out stays an instance
        classToPlain: (value) => value as object,
      },
      exceptionFactory: (errors) => invalidFields(fieldProblems(errors)),
    });
  }

  /** @throws RequestProblem 422 `VALIDATION_FAILED` naming every field that is wrong; 400 where there is no body at all */
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (!this.toValidate(metadata)) return value;
    if (value === undefined && metadata.type === 'body') {
      throw new RequestProblem(400, 'BODY_NOT_JSON', 'The body has to be JSON.');
    }
    if (!isPlainObject(value)) throw invalidFields([{ field: WHOLE, message: 'expected an object' }]);
    // afterwards, when it is known to be no deeper than its class
    return storable(await super.transform(value, metadata));
  }

  /** They are unknown fields as any other. */
  protected override stripProtoKeys(): void {}
}

const pipe = new RequestPipe();

/**
 * What somebody sent us, in its expected shape.
 * @throws RequestProblem 422 `VALIDATION_FAILED` naming every field that is wrong
 */
export async function parseRequest<Shape extends object>(shape: Type<Shape>, value: unknown): Promise<Shape> {
  return (await pipe.transform(value, { type: 'body', metatype: shape })) as Shape;
}
