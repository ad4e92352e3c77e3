const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Replaces NUL and lone surrogates, which Postgres cannot store, by U+FFFD. Applied where external text enters. */
export function storableText(text: string): string {
  const withoutNul = text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
  return withoutNul.isWellFormed() ? withoutNul : withoutNul.replace(loneSurrogate, '\uFFFD');
}

/** Makes all strings of a JSON value storable, keys included. */
export function storable<Value>(value: Value): Value {
  if (typeof value === 'string') return storableText(value) as Value;
  if (Array.isArray(value)) return value.map(storable) as Value;
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storable(item)])) as Value;
  }
  return value;
}
