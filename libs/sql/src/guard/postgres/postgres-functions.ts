import { wordSet } from '../../word-set.js';

/**
 * Built-in functions of PostgreSQL 18 that depend only on arguments, clock, random source or harmless facts of the
 * session. Excludes those that run query text (`ts_stat`), parse by a named type, look up roles or relations, assign
 * transaction ids, or reach settings, sessions, sequences, large objects, files, locks or replication.
 */
const aggregates = `any_value array_agg avg bit_and bit_or bit_xor bool_and bool_or corr count covar_pop covar_samp
  cume_dist dense_rank every first_value grouping json_agg json_agg_strict json_object_agg json_object_agg_strict
  json_object_agg_unique json_object_agg_unique_strict jsonb_agg jsonb_agg_strict jsonb_object_agg
  jsonb_object_agg_strict jsonb_object_agg_unique jsonb_object_agg_unique_strict lag last_value lead max min mode
  nth_value ntile percent_rank percentile_cont percentile_disc range_agg range_intersect_agg rank regr_avgx regr_avgy
  regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy row_number stddev stddev_pop stddev_samp
  string_agg sum var_pop var_samp variance xmlagg`;

const numbers = `abs acos acosd acosh asin asind asinh atan atan2 atan2d atand atanh cbrt ceil ceiling cos cosd cosh
  cot cotd degrees div erf erfc exp factorial floor gamma gcd greatest lcm least lgamma ln log log10 min_scale mod
  num_nonnulls num_nulls numeric pi pow power radians random random_normal round scale sign sin sind sinh sqrt tan
  tand tanh to_bin to_hex to_number to_oct trim_scale trunc width_bucket generate_series
  float4 float8 int2 int4 int8 int4mul int4pl int4mi int8mul int8pl bool oid money cashlarger cashsmaller
  numeric_inc cash_words float8_accum float8_combine float8_regr_accum float8_regr_combine`;

const texts = `ascii bit_count bit_length btrim casefold char char_length character_length chr concat concat_ws convert
  convert_from convert_to crc32 crc32c decode encode format get_bit get_byte initcap is_normalized left length
  like_escape like notlike lower lpad ltrim md5 normalize nullif octet_length overlay parse_ident position quote_ident
  quote_literal quote_nullable regexp_count regexp_instr regexp_like regexp_match regexp_matches regexp_replace
  regexp_split_to_array regexp_split_to_table regexp_substr repeat replace reverse right rpad rtrim set_bit set_byte
  sha224 sha256 sha384 sha512 similar_escape similar_to_escape split_part starts_with string_to_array
  string_to_table strpos substr substring text textlen textcat to_ascii tsvector tsquery inet uuid to_char translate trim unicode_assigned unistr
  upper name bpchar varchar bit varbit bytea textanycat anytextcat bpcharcmp
  ltrim rtrim pg_size_pretty pg_size_bytes pg_typeof pg_column_size pg_collation_for pg_client_encoding
  coalesce`;

const times = `age clock_timestamp date date_add date_bin date_part date_subtract date_trunc extract interval isfinite
  justify_days justify_hours justify_interval make_date make_interval make_time make_timestamp make_timestamptz now
  overlaps statement_timestamp time timeofday timestamp timestamptz timetz timezone to_date to_timestamp
  transaction_timestamp pg_timezone_names current_date current_time current_timestamp localtime localtimestamp`;

const arraysAndRows = `array_append array_cat array_dims array_fill array_length array_lower array_ndims
  array_position array_positions array_prepend array_remove array_replace array_reverse array_sample array_shuffle
  array_sort array_to_string array_upper cardinality generate_subscripts trim_array unnest row_to_json array_to_json
  arrayoverlap arraycontains arraycontained booleq boolne
  enum_first enum_last enum_range`;

const json = `json_array json_array_elements json_array_elements_text json_array_length json_build_array
  json_build_object json_each json_each_text json_exists json_extract_path json_extract_path_text json_object
  json_object_keys json_populate_record json_populate_recordset json_query json_scalar json_serialize json_strip_nulls
  json_table json_to_record json_to_recordset json_typeof json_value jsonb_array_elements jsonb_array_elements_text
  jsonb_array_length jsonb_build_array jsonb_build_object jsonb_concat jsonb_contained jsonb_contains jsonb_delete
  jsonb_delete_path jsonb_each jsonb_each_text jsonb_exists jsonb_exists_all jsonb_exists_any jsonb_extract_path
  jsonb_extract_path_text jsonb_insert jsonb_object jsonb_object_keys jsonb_path_exists jsonb_path_exists_tz
  jsonb_path_match jsonb_path_match_tz jsonb_path_query jsonb_path_query_array jsonb_path_query_array_tz
  jsonb_path_query_first jsonb_path_query_first_tz jsonb_path_query_tz jsonb_populate_record
  jsonb_populate_record_valid jsonb_populate_recordset jsonb_pretty jsonb_set jsonb_set_lax jsonb_strip_nulls
  jsonb_to_record jsonb_to_recordset jsonb_typeof to_json to_jsonb json jsonb`;

const rangesAndNetworks = `daterange datemultirange int4range int4multirange int8range int8multirange isempty lower_inc
  lower_inf multirange nummultirange numrange range_merge range_minus range_contains range_contained_by
  range_adjacent range_overlaps_multirange multirange_overlaps_range multirange_overlaps_multirange
  multirange_contains_elem multirange_contains_range multirange_contains_multirange elem_contained_by_multirange
  range_contained_by_multirange multirange_contained_by_multirange tsmultirange tsrange tstzmultirange tstzrange
  upper_inc upper_inf
  abbrev broadcast family host hostmask inet_merge inet_same_family macaddr macaddr8 macaddr8_set7bit masklen netmask
  network set_masklen cidr`;

const geometry = `area bound_box box center circle diagonal diameter height isclosed ishorizontal isopen isparallel
  isperp isvertical line lseg npoints path pclose point polygon popen radius slope width circle_center poly_center`;

const search = `array_to_tsvector get_current_ts_config json_to_tsvector jsonb_to_tsvector numnode phraseto_tsquery
  plainto_tsquery querytree setweight strip to_tsquery to_tsvector ts_debug ts_delete ts_filter ts_headline ts_lexize
  ts_parse ts_rank ts_rank_cd ts_token_type tsquery_phrase tsvector_to_array websearch_to_tsquery`;

const xmlAndIds = `xmlcomment xmlexists xmltext xml_is_well_formed xml_is_well_formed_content
  xml_is_well_formed_document xpath xpath_exists gen_random_uuid uuid_extract_timestamp uuid_extract_version uuidv4
  uuidv7 current_catalog current_database current_schema current_schemas current_user session_user user version
  icu_unicode_version unicode_version pg_snapshot_xip pg_snapshot_xmax pg_snapshot_xmin pg_visible_in_snapshot
  pg_current_snapshot pg_current_xact_id_if_assigned txid_current_snapshot txid_current_if_assigned
  txid_snapshot_xip txid_snapshot_xmax txid_snapshot_xmin txid_visible_in_snapshot xid8cmp pg_lsn pg_wal_lsn_diff`;

const hashes = `hash_array hash_array_extended hash_multirange hash_multirange_extended hash_numeric
  hash_numeric_extended hash_range hash_range_extended hash_record hash_record_extended hashbpchar hashbpcharextended
  hashchar hashcharextended hashenum hashenumextended hashfloat4 hashfloat4extended hashfloat8 hashfloat8extended
  hashinet hashinetextended hashint2 hashint2extended hashint4 hashint4extended hashint8 hashint8extended hashmacaddr
  hashmacaddr8 hashmacaddr8extended hashmacaddrextended hashname hashnameextended hashoid hashoidextended
  hashoidvector hashoidvectorextended hashtext hashtextextended interval_hash interval_hash_extended jsonb_hash
  jsonb_hash_extended pg_lsn_hash pg_lsn_hash_extended time_hash time_hash_extended timestamp_hash
  timestamp_hash_extended timetz_hash timetz_hash_extended uuid_hash uuid_hash_extended float4send
  float8send booland_statefunc boolor_statefunc`;

const extensions = `similarity word_similarity strict_word_similarity show_trgm unaccent levenshtein
  levenshtein_less_equal soundex difference metaphone dmetaphone dmetaphone_alt daitch_mokotoff
  hstore hstore_to_json hstore_to_jsonb akeys avals skeys svals each
  earth ll_to_earth earth_distance latitude longitude cosine_distance l2_distance inner_product
  st_area st_asgeojson st_astext st_asbinary st_azimuth st_boundary st_buffer st_centroid st_collect st_contains
  st_convexhull st_coveredby st_covers st_crosses st_difference st_dimension st_disjoint st_distance
  st_distancesphere st_distancespheroid st_dwithin st_endpoint st_envelope st_equals st_expand st_force2d
  st_geogfromtext st_geographyfromtext st_geohash st_geometryn st_geometrytype st_geomfromgeojson st_geomfromtext
  st_geomfromwkb st_intersection st_intersects st_isclosed st_isempty st_issimple st_isvalid st_length
  st_linefrommultipoint st_linemerge st_m st_makeenvelope st_makeline st_makepoint st_makepolygon st_makevalid
  st_maxdistance st_multi st_npoints st_numgeometries st_overlaps st_perimeter st_point st_pointfromtext st_pointn
  st_pointonsurface st_project st_setsrid st_simplify st_snaptogrid st_srid st_startpoint st_touches st_transform
  st_union st_within st_x st_xmax st_xmin st_y st_ymax st_ymin st_z
  time_bucket`;

export const builtInFunctions = wordSet(
  aggregates,
  numbers,
  texts,
  times,
  arraysAndRows,
  json,
  rangesAndNetworks,
  geometry,
  search,
  xmlAndIds,
  hashes,
);

export const postgresFunctions: ReadonlySet<string> = new Set([...builtInFunctions, ...wordSet(extensions)]);

/** Allowed where catalogs are. */
export const postgresCatalogFunctions = wordSet(
  `col_description obj_description shobj_description format_type oidvectortypes current_setting
  has_any_column_privilege has_column_privilege has_database_privilege has_foreign_data_wrapper_privilege
  has_function_privilege has_language_privilege has_schema_privilege has_sequence_privilege has_server_privilege
  has_table_privilege has_tablespace_privilege has_type_privilege pg_has_role row_security_active
  pg_collation_is_visible pg_conversion_is_visible pg_function_is_visible pg_opclass_is_visible
  pg_operator_is_visible pg_opfamily_is_visible pg_statistics_obj_is_visible pg_table_is_visible
  pg_ts_config_is_visible pg_ts_dict_is_visible pg_ts_parser_is_visible pg_ts_template_is_visible
  pg_type_is_visible pg_char_to_encoding pg_encoding_to_char pg_encoding_max_length getdatabaseencoding
  pg_column_is_updatable pg_relation_is_updatable pg_column_compression pg_describe_object pg_identify_object
  pg_identify_object_as_address pg_get_object_address pg_get_acl pg_basetype pg_get_catalog_foreign_keys
  pg_get_constraintdef pg_get_expr pg_get_function_arg_default pg_get_function_arguments
  pg_get_function_identity_arguments pg_get_function_result pg_get_function_sqlbody pg_get_functiondef
  pg_get_indexdef pg_get_keywords pg_get_partition_constraintdef pg_get_partkeydef pg_get_ruledef
  pg_get_serial_sequence pg_get_statisticsobjdef pg_get_statisticsobjdef_columns
  pg_get_statisticsobjdef_expressions pg_get_triggerdef pg_get_userbyid pg_get_viewdef pg_index_column_has_property
  pg_index_has_property pg_indexam_has_property pg_my_temp_schema pg_is_other_temp_schema pg_options_to_table
  pg_partition_ancestors pg_partition_root pg_partition_tree pg_sequence_parameters pg_settings_get_flags
  pg_relation_size pg_table_size pg_total_relation_size pg_indexes_size pg_mcv_list_items
  pg_tablespace_location pg_tablespace_databases pg_trigger_depth acldefault aclexplode makeaclitem
  to_regclass to_regcollation to_regnamespace to_regoper to_regoperator to_regproc to_regprocedure to_regrole
  to_regtype to_regtypemod regclass regproc regtype regnamespace regrole regcollation regoper regoperator
  regprocedure pg_split_walfile_name pg_listening_channels inet_client_addr inet_server_addr pg_backend_pid
  age mxid_age amvalidate`,
);

/** PostgreSQL, pg_trgm, hstore, pgvector and PostGIS; others may run code. */
export const postgresOperators = wordSet(
  `+ - * / % ^ |/ ||/ @ & | # ~ << >> = <> != < > <= >= || && @> <@ -> ->> #> #>> #- ? ?| ?& @? @@ @@@ !! ~~ !~~ ~~*
  !~~* ~* !~ !~* ^@ &< &> <<| &<| |&> |>> -|- <<= >>= ~= ~=~ ~<~ ~<=~ ~>=~ ~>~ *= *<> *< *> *<= *>= <-> @-@ ## ?# ?-
  ?-| ?|| <^ >^ <% %> <<% %>> <->> <<-> <<<-> <->>> <#> <=> <+> <<->> |@| <<#>> |=|
  ~~~ = between in`,
);
