import { wordSet } from '../../word-set.js';

/**
 * Pure functions of MySQL 8/9 and MariaDB 11/12. Excludes SLEEP, BENCHMARK, GET_LOCK, LOAD_FILE, replication waits,
 * sequences, LAST_INSERT_ID(expr), session state and loadable functions.
 */
const shared = `abs acos adddate addtime aes_decrypt aes_encrypt ascii asin atan atan2 avg bin bin_to_uuid bit_and
  bit_count bit_length bit_or bit_xor cast ceil ceiling char char_length character_length charset coalesce coercibility
  collation compress concat concat_ws conv convert convert_tz cos cot count crc32 cume_dist curdate current_date
  current_role current_time current_timestamp current_user curtime database date date_add date_format date_sub datediff
  day dayname dayofmonth dayofweek dayofyear degrees dense_rank elt exp export_set extract extractvalue field
  find_in_set first_value floor format from_base64 from_days from_unixtime get_format greatest group_concat grouping
  hex hour if ifnull inet6_aton inet6_ntoa inet_aton inet_ntoa insert instr interval is_ipv4 is_ipv4_compat
  is_ipv4_mapped is_ipv6 is_uuid isnull lag last_day last_value lcase lead least left length ln localtime
  localtimestamp locate log log10 log2 lower lpad ltrim make_set makedate maketime max md5 microsecond mid min minute
  mod month monthname now nth_value ntile nullif oct octet_length ord percent_rank period_add period_diff pi position
  pow power quarter quote radians rand random_bytes rank regexp_instr regexp_like regexp_replace regexp_substr repeat
  replace reverse right round row_number rpad rtrim schema sec_to_time second session_user sha sha1 sha2 sign sin
  soundex space sqrt std stddev stddev_pop stddev_samp str_to_date strcmp subdate substr substring substring_index
  subtime sum sysdate system_user tan time time_format time_to_sec timediff timestamp timestampadd timestampdiff
  to_base64 to_days to_seconds trim truncate ucase uncompress uncompressed_length unhex unix_timestamp updatexml upper
  user utc_date utc_time utc_timestamp uuid uuid_short uuid_to_bin var_pop var_samp variance version week weekday
  weekofyear weight_string year yearweek any_value bit_xor percentile_cont percentile_disc median`;

const json = `json_array json_array_append json_array_insert json_arrayagg json_array_intersect json_compact
  json_contains json_contains_path json_depth json_detailed json_equals json_exists json_extract json_insert json_keys
  json_length json_loose json_merge json_merge_patch json_merge_preserve json_normalize json_object json_objectagg
  json_object_filter_keys json_object_to_array json_overlaps json_pretty json_query json_quote json_remove
  json_replace json_schema_valid json_schema_validation_report json_search json_set json_storage_free
  json_storage_size json_table json_type json_unquote json_valid json_value`;

const mariadbOnly = `add_months chr crc32c decode_oracle decode format_bytes kdf key_value length_bytes lengthb natural_sort_key
  nvl nvl2 sformat to_char to_number trim_oracle lpad_oracle rpad_oracle replace_oracle substr_oracle concat_operator_oracle
  months_between rownum trunc`;

const spatial = `geometrycollection geometrytype linestring mbrcontains mbrcoveredby mbrcovers mbrdisjoint mbrequals
  mbrintersects mbroverlaps mbrtouches mbrwithin multilinestring multipoint multipolygon point polygon st_area
  st_asbinary st_asgeojson st_astext st_aswkb st_aswkt st_buffer st_centroid st_contains st_convexhull st_crosses
  st_difference st_dimension st_disjoint st_distance st_distance_sphere st_endpoint st_envelope st_equals
  st_exteriorring st_geohash st_geomcollfromtext st_geometryn st_geometrytype st_geomfromgeojson st_geomfromtext
  st_geomfromwkb st_interiorringn st_intersection st_intersects st_isclosed st_isempty st_issimple st_isvalid
  st_latitude st_length st_linefromtext st_longitude st_makeenvelope st_numgeometries st_numinteriorrings
  st_numpoints st_overlaps st_pointfromtext st_pointn st_polygonfromtext st_simplify st_srid st_startpoint
  st_symdifference st_touches st_transform st_union st_validate st_within st_x st_y`;

export const mysqlFunctions = wordSet(shared, json, spatial);
export const mariadbFunctions = wordSet(shared, json, spatial, mariadbOnly);
