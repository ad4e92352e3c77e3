const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/**
 * Text as Postgres can hold it: NUL and lone surrogates become U+FFFD. Applied where text of models and databases
 * enters, so that no statement of ours fails on it later.
 */
export function storableText(text: string): string {
  const withoutNul = text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
  return withoutNul.isWellFormed() ? withoutNul : withoutNul.replace(loneSurrogate, '\uFFFD');
}

/** A JSON value whose every string (keys included) is storable. */
export function storable<Value>(value: Value): Value {
  if (typeof value === 'string') return storableText(value) as Value;
  if (Array.isArray(value)) return value.map(storable) as Value;
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storable(item)])) as Value;
  }
  return value;
}
