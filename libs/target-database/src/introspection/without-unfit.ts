import type { UnfitCode } from '../driver.js';
import type { RegisterContent } from './relation-register.js';

/** Marks what no person may run or read. Partitions are no relations of their own until one is refused. */
export function withoutUnfit({ relations, catalog }: RegisterContent, unfit: readonly UnfitCode[]): RegisterContent {
  const reasons = new Map(unfit.map(({ kind, schema, name, reason }) => [keyOf(kind, schema, name), reason]));
  const known = new Set(relations.map(({ schema, name }) => keyOf('relation', schema, name)));
  const marked = <Own>(all: readonly Own[], key: (own: Own) => string): Own[] =>
    all.map((own) => (reasons.has(key(own)) ? { ...own, refusal: reasons.get(key(own)) } : own));
  const left = unfit.filter(({ kind, schema, name }) => kind === 'relation' && !known.has(keyOf(kind, schema, name)));
  return {
    relations: [
      ...relations.map((own) => ({
        ...own,
        ofOwner: own.ofOwner ?? reasons.get(keyOf('relation', own.schema, own.name)),
      })),
      ...left.map(({ schema, name, reason }) => {
        return { schema, name, kind: 'table' as const, definition: null, wrapper: null, ofOwner: reason };
      }),
    ],
    catalog: catalog && {
      ...catalog,
      functions: marked(catalog.functions, ({ schema, name }) => keyOf('function', schema, name)),
      operators: marked(catalog.operators, ({ schema, symbol }) => keyOf('operator', schema, symbol)),
      casts: marked(catalog.casts, ({ source, target }) =>
        keyOf('cast', `${source.schema}.${source.name}`, `${target.schema}.${target.name}`),
      ),
    },
  };
}

function keyOf(kind: UnfitCode['kind'], schema: string | null, name: string): string {
  return JSON.stringify([kind, schema, name]);
}
