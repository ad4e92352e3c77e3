/** Values of a claim, by its whole name or dotted path. */
export function claimValues(claims: Readonly<Record<string, unknown>>, name: string): unknown[] {
  const path = Object.hasOwn(claims, name) ? [name] : name.split('.');
  const found = path.reduce<unknown>(
    (value, part) => (isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined),
    claims,
  );
  return found === undefined ? [] : Array.isArray(found) ? found : [found];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
