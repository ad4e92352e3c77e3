import type { DatabaseProfile, DatabaseSchema, DeclaredConstraints, Dialect, StatedRules } from '@assay/contracts';
import { tokenize, type SqlToken } from '@assay/sql';

export interface Declared {
  schema: DatabaseSchema;
  profile: DatabaseProfile;
}

/** Replaces unnamed enumeration labels by letters, independently of `statements`, so instances do not disclose them. */
export function withNeutralLabels({ schema, profile }: Declared, statements: readonly string[]): Declared {
  const { dialect } = schema;
  const labels = labelsOf(profile);
  const named = new Set(statements.flatMap((sql) => literalsOf(sql, dialect)));
  const neutral = new Map(neutralNames(labels).filter(([label]) => !named.has(label.toLowerCase())));
  if (neutral.size === 0) return { schema, profile };
  const rename = (sql: string): string => renamed(sql, dialect, neutral);
  return {
    schema: {
      ...schema,
      tables: schema.tables.map((table) => ({
        ...table,
        // MySQL and DuckDB types contain labels.
        columns: table.columns.map((column) => ({ ...column, type: rename(column.type) })),
      })),
    },
    profile: {
      ...profile,
      ...(profile.stated && { stated: profile.stated.map((rules) => statedWith(rules, neutral)) }),
      tables: profile.tables.map((table) => ({ ...table, declared: declaredWith(table.declared, neutral, rename) })),
    },
  };
}

function declaredWith(
  declared: DeclaredConstraints,
  neutral: ReadonlyMap<string, string>,
  rename: (sql: string) => string,
): DeclaredConstraints {
  const { checks, generated, enums, domains, view } = declared;
  return {
    ...declared,
    checks: checks.map(rename),
    generated: generated.map(({ column, expression }) => ({ column, expression: expression && rename(expression) })),
    enums: enums.map(({ column, values }) => ({ column, values: values.map((value) => neutral.get(value) ?? value) })),
    domains: domains.map(({ column, type }) => ({ column, type: rename(type) })),
    view: view && rename(view),
  };
}

function statedWith(rules: StatedRules, neutral: ReadonlyMap<string, string>): StatedRules {
  const values = rules.values.map(({ column, values: list }) => ({
    column,
    values: list.map((value) => neutral.get(String(value)) ?? value),
  }));
  return { ...rules, values };
}

function labelsOf({ tables }: DatabaseProfile): string[] {
  return [...new Set(tables.flatMap(({ declared }) => declared.enums.flatMap(({ values }) => values)))];
}

/** Unused letters, then pairs. */
function neutralNames(labels: readonly string[]): [string, string][] {
  const taken = new Set(labels.map((label) => label.toLowerCase()));
  let last = -1;
  return labels.map((label) => {
    do last += 1;
    while (taken.has(letters(last).toLowerCase()));
    return [label, letters(last)];
  });
}

function letters(number: number): string {
  const letter = String.fromCharCode(65 + (number % 26));
  return number < 26 ? letter : letters(Math.floor(number / 26) - 1) + letter;
}

/** MySQL ignores case and has double-quoted strings. */
function literalsOf(sql: string, dialect: Dialect): string[] {
  const { tokens } = tokenize(sql, dialect);
  return tokens
    .filter(({ kind }) => kind === 'string' || kind === 'quoted')
    .map((token) => textOf(token).toLowerCase());
}

function renamed(sql: string, dialect: Dialect, names: ReadonlyMap<string, string>): string {
  let text = sql;
  for (const token of tokenize(sql, dialect).tokens.toReversed()) {
    const name = token.kind === 'string' ? names.get(textOf(token)) : undefined;
    if (name !== undefined) text = `${text.slice(0, token.start)}'${name}'${text.slice(token.end)}`;
  }
  return text;
}

function textOf({ text }: SqlToken): string {
  const body = text.slice(text.search(/['"`]/) + 1, -1);
  return body.replaceAll("''", "'").replaceAll('""', '"');
}
