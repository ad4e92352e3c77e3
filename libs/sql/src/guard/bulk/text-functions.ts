export const REPLACING = /^(?:replace|regexp_replace|replace_oracle|replace(?:all|one|regexpall|regexpone))$/;
export const PATTERNS = /regexp/;
export const CHOOSING = /^(?:coalesce|greatest|least|nullif|ifnull|nvl2?|isnull|iif|if|multiif|decode|choose|elt)$/;
export const CUTTING =
  /^(?:substr(?:ing)?(?:_index|index)?|left|right|[lrb]?trim\w*|split_part|translate|regexp_substr|regexp_match\w*|regexp_extract\w*|mid)$/;
export const COUNTING =
  /^(?:count|sum|avg|sign|abs|round|floor|ceil\w*|ascii|unicode|mod|row_number|rank|dense_rank|extract|date_?part|year|month|day|date_?add|date_?diff|datefromparts|eomonth|md5|sha\d*)$/;
export const KEEPING = /^(?:|\[|concat|lower|upper|initcap|cast|try_cast|as|array)$/;
/** May escape each character. */
export const ESCAPING =
  /^(?:hex|to_?hex|encode|quote\w*|to_json|json_quote|\w*base64\w*|\w*(?:escape|encodeurl|urlencode)\w*|url_encode|to_xml|xmltext)$/;
/** Their results depend on rows. */
export const OF_ROWS = /^(?:count|sum|avg|min|max|row_number|rank|dense_rank|ntile|bit_\w+|\w+_agg)$/;
export const SEPARATING = /^(?:array_to_string|list_to_string|arraystringconcat|array_join)$/;
export const LENGTHS =
  /^(?:(?:char_?|character_?|octet_|bit_)?length(?:b|utf8)?|len|datalength|strlen|(?:str)?pos(?:ition)?|instr|locate|charindex)$/;
export const COLLECTORS =
  /^(?:array|group(?:uniq)?array\w*|groupconcat\w*|list|\w+_agg|listagg|group_concat|xmlagg|json\w*agg\w*|json\w*_group_\w+)$/;
export const HOLDING_TEXTS = /^(?:string_agg|group_?concat\w*|listagg)$|array_agg/;
export const ARRAYS = /^(?:array_agg|array|list|group(?:uniq)?array\w*)$/;
