import { IsIn } from 'class-validator';
import { RequestQuery } from '../request-query.js';

/** Query of `GET /v1/workspaces/:id/schema`. */
export class SchemaQuery extends RequestQuery {
  @IsIn(['true', 'false'])
  refresh: 'true' | 'false' = 'false';
}
