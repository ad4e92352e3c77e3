import { wordSet } from '../../word-set.js';

export const readingNodes = wordSet(
  `SelectStmt ResTarget FuncCall String Integer Float Boolean BitString A_Const ColumnRef RangeVar A_Expr
  RangeSubselect List A_ArrayExpr TypeCast RangeFunction SortBy SubLink NullTest BoolExpr JoinExpr A_Star
  CollateClause CaseExpr CaseWhen A_Indirection A_Indices RowExpr BooleanTest CoalesceExpr CommonTableExpr
  MinMaxExpr SQLValueFunction GroupingSet GroupingFunc NamedArgExpr ColumnDef RangeTableSample WindowDef TypeName
  JsonObjectConstructor JsonKeyValue JsonArrayConstructor JsonValueExpr JsonArrayQueryConstructor JsonArrayAgg
  JsonObjectAgg JsonIsPredicate JsonParseExpr JsonScalarExpr JsonSerializeExpr JsonFuncExpr JsonTable
  JsonTableColumn JsonTablePathSpec JsonArgument XmlExpr XmlSerialize RangeTableFunc RangeTableFuncCol`,
);

/** Reviewed; others are refused. */
export const readingFields = wordSet(
  `targetList val funcname sval bsval ival fval boolval args location funcformat limitOption op name fields fromClause
  relname schemaname catalogname inh relpersistence whereClause kind lexpr rexpr subquery valuesLists items alias
  aliasname colnames isnull elements list_start list_end arg typeName typeNames names typmods typemod setof pct_type
  functions agg_star rexpr_list_start rexpr_list_end arrayBounds agg_distinct groupClause sortClause node sortby_dir
  sortby_nulls havingClause subLinkType subselect lateral nulltesttype boolop distinctClause agg_order jointype larg
  rarg usingClause quals useOp agg_filter collname testexpr agg_within_group func_variadic all expr result defresult
  ordinality indirection uidx is_slice lidx row_format booltesttype over frameOptions withClause ctes ctename
  ctematerialized ctequery orderClause aliascolnames recursive limitCount limitOffset operName typmod content
  partitionClause groupDistinct relation cols join_using_alias isNatural coldeflist colname is_local number
  is_rowsfrom method repeatable output returning format format_type encoding key value raw_expr formatted_expr exprs
  absent_on_null unique query constructor item_type unique_keys windowClause startOffset endOffset refname
  search_clause search_col_list search_seq_column search_breadth_first cycle_clause cycle_col_list
  cycle_mark_column cycle_mark_value cycle_mark_default cycle_path_column xmloption named_args arg_names indent
  docexpr rowexpr columns colexpr for_ordinality is_not_null coldefexpr namespaces ordering argisrow list_start
  column_name context_item pathspec path_name string name_location passing on_empty on_error behavior btype quotes
  wrapper coltype typename argnumber xpr argname inFromCl is_from_type collClause`,
);

export const writingStatements = wordSet('InsertStmt UpdateStmt DeleteStmt MergeStmt');

/** Other methods are functions of the database. */
export const samplingMethods = wordSet('system bernoulli');

/** Their input reads catalogs. */
export const catalogTypes = wordSet(
  `aclitem regclass regcollation regconfig regdictionary regnamespace regoper regoperator regproc regprocedure regrole
  regtype`,
);

/** Ordinary types despite the prefix. */
export const serverTypes = wordSet('pg_lsn pg_snapshot');
