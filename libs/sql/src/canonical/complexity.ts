import type { Dialect } from '@assay/contracts';
import { sqlDialect } from '../dialects/sql-dialects.js';
import { tokenize } from '../lexer/lexer.js';
import { polyglotTrees, postgresTrees } from './parse-tree.js';
import { wordSet } from '../word-set.js';

/** Weight per construct; a select also adds its nesting depth. */
const WEIGHTS = { select: 2, setOperation: 2, cte: 1, join: 2, call: 1, predicate: 1, branch: 1 } as const;
type Feature = keyof typeof WEIGHTS;

const postgresFeatures: Record<string, Feature> = {
  SelectStmt: 'select',
  larg: 'select',
  rarg: 'select',
  CommonTableExpr: 'cte',
  JoinExpr: 'join',
  RangeVar: 'join',
  FuncCall: 'call',
  A_Expr: 'predicate',
  NullTest: 'predicate',
  SubLink: 'predicate',
  CaseWhen: 'branch',
};

const treeFeatures: Record<string, Feature> = {
  ...Object.fromEntries([...wordSet('union intersect except')].map((kind) => [kind, 'setOperation' as const])),
  ...Object.fromEntries(
    [...wordSet('eq neq lt lte gt gte like i_like in between is_null exists add sub mul div mod concat')].map(
      (kind) => [kind, 'predicate' as const],
    ),
  ),
  ...Object.fromEntries(
    [...wordSet('function aggregate_function window_function count sum avg min max group_concat')].map((kind) => [
      kind,
      'call' as const,
    ]),
  ),
  select: 'select',
  ctes: 'cte',
  table: 'join',
  case: 'branch',
};

const wordFeatures: Record<string, Feature> = {
  select: 'select',
  join: 'join',
  union: 'setOperation',
  intersect: 'setOperation',
  except: 'setOperation',
  minus: 'setOperation',
  with: 'cte',
  when: 'branch',
  and: 'predicate',
  or: 'predicate',
  where: 'predicate',
};

/** Weighted sum over the parse tree, or over the words of unparsable text. Comparable within a dialect; breaks ties. */
export async function sqlComplexity(sql: string, dialect: Dialect): Promise<number> {
  const tree = await treeOf(sql, dialect);
  if (tree !== null) return weigh(tree, isPostgres(dialect) ? postgresFeatures : treeFeatures, 0);
  const words = tokenize(sql, dialect).tokens.filter(({ kind }) => kind === 'word');
  return words.reduce((sum, { text }) => sum + weightOf(wordFeatures[text.toLowerCase()]), 0);
}

async function treeOf(sql: string, dialect: Dialect): Promise<unknown> {
  if (isPostgres(dialect)) return postgresTrees(sql);
  return (await polyglotTrees(sql, dialect))?.statements ?? null;
}

function isPostgres(dialect: Dialect): boolean {
  return sqlDialect(dialect).grammar.kind === 'postgres';
}

function weightOf(feature: Feature | undefined): number {
  return feature === undefined ? 0 : WEIGHTS[feature];
}

function weigh(value: unknown, features: Record<string, Feature>, depth: number): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + weigh(item, features, depth), 0);
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  for (const [key, child] of Object.entries(value)) {
    if (typeof child !== 'object' || child === null) continue;
    const feature = Object.hasOwn(features, key) ? features[key] : undefined;
    const times = key === 'ctes' && Array.isArray(child) ? child.length : 1;
    const isSelect = feature === 'select';
    sum += weightOf(feature) * times + (isSelect ? depth : 0) + weigh(child, features, depth + (isSelect ? 1 : 0));
  }
  return sum;
}
