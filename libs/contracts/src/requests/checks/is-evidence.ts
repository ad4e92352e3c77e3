import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray } from 'class-validator';
import { IsText } from './is-text.js';

export function IsEvidence(): PropertyDecorator {
  return applyDecorators(IsText({ min: 1 }, { each: true }), ArrayMaxSize(500), IsArray());
}
