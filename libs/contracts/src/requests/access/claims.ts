type Claims = Readonly<Record<string, unknown>>;

/** Values of a claim, by its whole name or dotted path. */
export function claimValues(claims: Claims, name: string): unknown[] {
  return statedValues(claims, name) ?? [];
}

/** Null: the claim is absent. */
export function statedValues(claims: Claims, name: string): unknown[] | null {
  const path = Object.hasOwn(claims, name) ? [name] : name.split('.');
  const found = path.reduce<unknown>(
    (value, part) => (isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined),
    claims,
  );
  return found === undefined ? null : Array.isArray(found) ? found : [found];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
