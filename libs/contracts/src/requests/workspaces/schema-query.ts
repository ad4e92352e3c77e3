import { IsIn } from 'class-validator';
import { RequestQuery } from '../request-query.js';

export class SchemaQuery extends RequestQuery {
  @IsIn(['true', 'false'])
  refresh: 'true' | 'false' = 'false';
}
