/** Size of a call's result. */
export interface Maker {
  /** Index of the argument with the size; `widths`: field widths in a format text. */
  size: number | 'widths';
  /** Index of the argument that is repeated; absent: `unit` bytes per size. */
  of?: number;
  /** Bytes; default 1. */
  unit?: number;
  /** Smaller sizes make more. */
  inverse?: boolean;
  /** With fewer arguments, another function has the name. */
  arguments?: number;
}

/** Functions whose results exceed their inputs, and slow ones. */
export interface BulkRules {
  makers: ReadonlyMap<string, Maker>;
  /** Time is the product of argument sizes. */
  searches: ReadonlySet<string>;
  /** Operators that compare all parts of a value with all of another. */
  pairs: ReadonlySet<string>;
  /** Whether `+` concatenates. */
  plusJoins?: boolean;
  /** Function of a random number up to 1. */
  fraction?: string;
  /** Of own functions: bytes of a result by those of arguments. */
  growth?: ReadonlyMap<string, number>;
}

function bulkRules(
  makers: readonly (readonly [names: string, maker: Maker])[],
  searches: string,
  more: Partial<BulkRules> = {},
): BulkRules {
  const entries = makers.flatMap(([names, maker]) => names.split(' ').map((name): [string, Maker] => [name, maker]));
  return { makers: new Map(entries), searches: new Set(searches.split(/\s+/)), pairs: new Set(), ...more };
}

const first: Maker = { size: 0 };
const second: Maker = { size: 1 };
const repeated: Maker = { size: 1, of: 0 };
const widths: Maker = { size: 'widths' };

export const POSTGRES_BULK = bulkRules(
  [
    ['repeat', repeated],
    ['lpad rpad', second],
    ['array_fill', { size: 1, of: 0 }],
    ['format', widths],
    ['char character bpchar bit', first],
    ['st_buffer st_offsetcurve', { size: 2, unit: 64 }],
    ['st_minimumboundingcircle', { size: 1, unit: 64 }],
    ['st_generatepoints', { size: 1, unit: 16 }],
    ['st_segmentize', { size: 1, unit: 16, inverse: true }],
    ['polygon', { size: 0, unit: 16, arguments: 2 }],
    ['st_hausdorffdistance st_frechetdistance', { size: 2, unit: 1600, inverse: true }],
  ],
  `translate ltrim rtrim btrim strpos position split_part replace normalize levenshtein xpath xpath_exists
  regexp_replace regexp_matches regexp_match regexp_split_to_array regexp_split_to_table regexp_count regexp_instr
  regexp_substr string_to_array string_to_table jsonb_exists_any jsonb_exists_all jsonb_contains jsonb_contained
  jsonb_delete arraycontains arraycontained arrayoverlap poly_overlap poly_contain poly_contained path_inter
  path_distance`,
  { pairs: new Set(['?|', '?&', '@>', '<@', '&&', '?#', '<->', '-']), fraction: 'random' },
);

export const MYSQL_BULK = bulkRules(
  [
    ['repeat', repeated],
    ['lpad rpad lpad_oracle rpad_oracle', second],
    ['space binary', first],
    ['sformat', widths],
  ],
  `locate instr position replace replace_oracle substring_index find_in_set regexp_replace regexp_instr regexp_substr
  regexp_like extractvalue updatexml trim`,
  { fraction: 'rand' },
);

export const SQLITE_BULK = bulkRules(
  [
    ['printf format', widths],
    ['zeroblob randomblob', first],
  ],
  'replace instr trim ltrim rtrim',
);

export const DUCKDB_BULK = bulkRules(
  [
    ['repeat', repeated],
    ['lpad rpad', second],
    ['bar', { size: 3 }],
    ['printf format', widths],
    ['array_resize list_resize', { size: 1, unit: 8 }],
    ['equi_width_bins', { size: 2, unit: 8 }],
  ],
  `translate ltrim rtrim trim strpos position instr split_part replace levenshtein damerau_levenshtein editdist3
  jaro_similarity jaro_winkler_similarity regexp_replace regexp_extract_all regexp_split_to_array string_split`,
  { fraction: 'random' },
);

export const CLICKHOUSE_BULK = bulkRules(
  [
    ['repeat', repeated],
    ['arraywithconstant', { size: 0, of: 1 }],
    ['leftpad rightpad leftpadutf8 rightpadutf8 lpad rpad tofixedstring', second],
    ['space randomstring randomfixedstring randomprintableascii randomstringutf8', first],
    ['arrayresize', { size: 1, unit: 8 }],
    ['printf format', widths],
  ],
  clickhouseVariants(`translate trim trimboth trimleft trimright ltrim rtrim position locate instr substringindex
  substring_index replaceall replaceone replace replaceregexpall replaceregexpone regexp_replace extractall
  extractallgroups extractallgroupshorizontal extractallgroupsvertical extractgroups countmatches countsubstrings
  editdistance levenshteindistance dameraulevenshteindistance jarosimilarity jarowinklersimilarity stringjaccardindex
  splitbyregexp splitbystring splitbychar splitbynonalpha ngrams ngramdistance ngramsearch hassubsequence
  arraylevenshteindistance arraylevenshteindistanceweighted arraysimilarity arrayintersect arrayexcept hasall hasany
  hassubstr multisearchany multisearchallpositions multisearchfirstposition multisearchfirstindex`),
);

export const SQLSERVER_BULK = bulkRules(
  [
    ['replicate', repeated],
    ['space', first],
    ['str', second],
  ],
  'replace translate charindex patindex edit_distance edit_distance_similarity',
  { plusJoins: true, fraction: 'rand' },
);

export const ORACLE_BULK = bulkRules(
  [['lpad rpad', second]],
  'replace translate instr regexp_replace regexp_instr regexp_count ltrim rtrim trim',
);

/** Names with the endings that ClickHouse adds to functions of texts. */
function clickhouseVariants(names: string): string {
  return names
    .split(/\s+/)
    .flatMap((name) => ['', 'caseinsensitive', 'utf8', 'caseinsensitiveutf8'].map((ending) => name + ending))
    .join(' ');
}
