import { IsInt, IsString, Max, Min } from 'class-validator';
import { MayBeLeftOut } from './checks/may-be-left-out.js';
import { NumberFromText } from './checks/number-from-text.js';
import { RequestQuery } from './request-query.js';

export class PageQuery extends RequestQuery {
  @IsString()
  @MayBeLeftOut()
  cursor?: string;

  @Max(200)
  @Min(1)
  @IsInt()
  @NumberFromText()
  limit: number = 50;
}
