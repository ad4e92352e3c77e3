import type { Id } from '../../index.js';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { IsId } from '../checks/is-id.js';
import { Omissible } from '../checks/omissible.js';
import { NumberFromText } from '../checks/number-from-text.js';
import { RequestQuery } from '../request-query.js';

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

  /** A candidate whose rows are asked for, untested, in place of the winner's. Not as CSV. */
  @IsId('candidate')
  @Omissible()
  candidate?: Id;

  /**
   * `csv` (or `Accept: text/csv`): all rows, without `offset` and `limit`, up to the least of `maxExportRows`, a
   * million rows and 64 MB.
   */
  @IsIn(['json', 'csv'])
  @Omissible()
  format?: 'json' | 'csv';

  /** `true`: also by what a superlative ranks its rows, where its columns lack it. Not in CSV. */
  @IsIn(['true', 'false'])
  @Omissible()
  measure?: 'true' | 'false';

  /** `true`: the CSV begins with a byte order mark, by which Excel recognizes UTF-8. */
  @IsIn(['true', 'false'])
  @Omissible()
  bom?: 'true' | 'false';
}
