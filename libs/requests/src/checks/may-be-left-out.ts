import { ValidateIf } from 'class-validator';

/** May be left out. Unlike class-validator's `IsOptional`, which lets null pass too. */
export function MayBeLeftOut(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}
