import { isId, type Id } from '../index.js';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsOptional } from 'class-validator';
import { Check, expected } from './checks/check.js';
import { IsText } from './checks/is-text.js';
import { Omissible } from './checks/omissible.js';

export class ApiKeyCreate {
  @IsText({ min: 1, max: 100 })
  name!: string;

  /** Null or absent: all workspaces. */
  @AreIds()
  @ArrayMaxSize(1000)
  @ArrayMinSize(1)
  @IsArray()
  @IsOptional()
  workspaces?: Id[] | null;

  @IsBoolean()
  @Omissible()
  admin?: boolean;

  /** May send `X-Assay-Person`. Default: false. */
  @IsBoolean()
  @Omissible()
  mayActFor?: boolean;

  /** Default: true; false with `mayActFor`. */
  @IsBoolean()
  @Omissible()
  mayCurate?: boolean;
}

function AreIds(): PropertyDecorator {
  const find = (value: unknown): ReturnType<typeof expected> => expected(isId(value), 'is not an id');
  return Check('isId', { find, schema: { type: 'string' } }, { each: true });
}
