import { ValidateIf } from 'class-validator';

/** Allows undefined but not null, unlike `IsOptional`. */
export function Omissible(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}
