import { wordSet } from '../../word-set.js';
import {
  commonGrammarWords,
  commonTypes,
  forbidden,
  symbols,
  type TokenProfile,
} from '../../guard/tokens/token-profile.js';

/**
 * Pure functions of SQL Server 2022. Excludes OPENROWSET and its like, fn_ functions on traces, logs and files,
 * metadata, session, security and keys.
 */
const functions = wordSet(
  `abs acos approx_count_distinct approx_percentile_cont approx_percentile_disc ascii asin atan atn2 avg binary_checksum
  bit_count cast ceiling char charindex checksum checksum_agg choose coalesce compress concat concat_ws convert cos cot
  count count_big cume_dist current_date current_timestamp current_timezone datalength date_bucket dateadd datediff
  datediff_big datefromparts datename datepart datetime2fromparts datetimefromparts datetimeoffsetfromparts datetrunc
  day decompress degrees dense_rank difference edit_distance edit_distance_similarity eomonth exp first_value floor
  format generate_series get_bit getdate getutcdate greatest grouping grouping_id hashbytes iif isdate isjson isnull
  isnumeric jaro_winkler_distance json_array json_arrayagg json_contains json_modify json_object json_objectagg
  json_path_exists json_query json_value lag last_value lead least left left_shift len log log10 lower ltrim max min
  month nchar newid ntile nullif openjson parse parsename patindex percent_rank percentile_cont percentile_disc pi power
  quotename radians rand rank regexp_count regexp_instr regexp_like regexp_replace regexp_substr replace replicate
  reverse right right_shift round row_number rtrim set_bit sign sin smalldatetimefromparts soundex space sqrt square
  stdev stdevp str string_agg string_escape string_split stuff substring sum switchoffset sysdatetime
  sysdatetimeoffset sysutcdatetime tan timefromparts todatetimeoffset translate trim try_cast try_convert try_parse
  unicode upper var varp year contains freetext`,
);

export const profile: TokenProfile = {
  startWords: wordSet('select with'),
  // Statements need no semicolon: every statement word is refused. Of `several-statements` all are reserved except
  // `conversation dialog throw`.
  forbiddenWords: forbidden({
    into: 'into',
    'not-a-read': 'insert update delete merge',
    'several-statements': `add alter authorization backup begin break browse bulk checkpoint close commit compute
      continue create cursor database dbcc deallocate declare deny disk drop dump errlvl exec execute exit file goto
      grant identity_insert if kill lineno load nocheck off offsets open plan print proc procedure public
      raiserror read readtext reconfigure replication restore restrict return revert revoke rollback rule save schema
      securityaudit set setuser shutdown statistics textsize tran transaction trigger truncate tsequal updatetext use
      user view waitfor while writetext
      conversation dialog throw`,
    'foreign-source': 'openquery openrowset opendatasource openxml',
    locking: 'holdlock updlock xlock tablock tablockx paglock rowlock repeatableread readcommittedlock serializable',
  }),
  functions,
  grammarWords: wordSet(commonGrammarWords, 'top apply pivot unpivot with option index path root tablesample'),
  ownTypes: true,
  types: wordSet(
    commonTypes,
    `datetime2 datetimeoffset smalldatetime money smallmoney uniqueidentifier date xml json ntext image sql_variant
    sysname hierarchyid geography geometry vector rowversion`,
  ),
  symbols: symbols('!', '^', '!<', '!>', '<<', '>>'),
  systemSchemas: wordSet('sys information_schema master msdb tempdb model resource distribution'),
  systemNames:
    /^sys(?:objects|columns|users|tables|databases|logins|processes|indexes|types|comments|files|servers|permissions|protects|members|depends|foreignkeys|references|configures|altfiles|perfinfo|lockinfo|cacheobjects|languages|messages|oledbusers|remotelogins|constraints|filegroups|fulltextcatalogs|indexkeys)$/,
  virtualTables: wordSet(''),
  sequenceAttributes: wordSet(''),
  stringsNameTables: false,
  maxNameParts: 3,
  recursesWithoutWord: true,
  packages: null,
  properties: true,
};
