import { ValidateIf } from 'class-validator';

/** Allows undefined but not null, unlike `IsOptional`. */
export function MayBeLeftOut(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}
