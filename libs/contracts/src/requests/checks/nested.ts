import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, ArrayMinSize, IsArray, ValidateNested } from 'class-validator';
import { isPlainObject } from '../validation/is-plain-object.js';
import { Check, expected } from './check.js';

type Shape = () => new () => object;

/** One object; class-validator's own check also accepts null and lists. */
export function Nested(shape: Shape): PropertyDecorator {
  return applyDecorators(ValidateNested(), ObjectOf(shape, false));
}

export function NestedList(shape: Shape, { min = 0, max }: { min?: number; max: number }): PropertyDecorator {
  const bounds = min > 0 ? [ArrayMinSize(min), ArrayMaxSize(max)] : [ArrayMaxSize(max)];
  return applyDecorators(ValidateNested({ each: true }), ObjectOf(shape, true), ...bounds, IsArray());
}

export function IsAnyObject(): PropertyDecorator {
  const schema = { type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} };
  return Check('isPlainObject', { find: (value) => expected(isPlainObject(value), 'expected an object'), schema });
}

function ObjectOf(nested: Shape, each: boolean): PropertyDecorator {
  const find = (value: unknown): ReturnType<typeof expected> => expected(isPlainObject(value), 'expected an object');
  return Check('isPlainObject', { find, nested }, { each });
}
