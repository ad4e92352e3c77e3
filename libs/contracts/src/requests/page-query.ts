import { IsInt, IsString, Max, Min } from 'class-validator';
import { Omissible } from './checks/omissible.js';
import { NumberFromText } from './checks/number-from-text.js';
import { RequestQuery } from './request-query.js';

export class PageQuery extends RequestQuery {
  @IsString()
  @Omissible()
  cursor?: string;

  @Max(200)
  @Min(1)
  @IsInt()
  @NumberFromText()
  limit: number = 50;
}
