import { IsIn, IsInt, Max, Min } from 'class-validator';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';
import { NumberFromText } from '../checks/number-from-text.js';
import { RequestQuery } from '../request-query.js';

/** Query of `GET /v1/questions/:id/rows`. */
export class RowsQuery extends RequestQuery {
  @Max(Number.MAX_SAFE_INTEGER)
  @Min(0)
  @IsInt()
  @NumberFromText()
  offset: number = 0;

  @Max(10_000)
  @Min(1)
  @IsInt()
  @NumberFromText()
  limit: number = 100;

  /** `csv` (or `Accept: text/csv`): all rows up to `maxExportRows`. */
  @IsIn(['json', 'csv'])
  @MayBeLeftOut()
  format?: 'json' | 'csv';
}
