import { readFileSync } from 'node:fs';

export function readCases<Case>(file: URL): Case[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Case);
}

/**
 * Fills placeholders: `{name}`, `{ $repeat: [text, times] }`, `{ $concat: [text, …] }`, `{ $list: [item, times] }`, `{
 * $keys: [name, value] }`.
 */
export function expandCase<Case>(frozen: Case, names: Readonly<Record<string, string>> = {}): Case {
  return expand(frozen, names) as Case;
}

function expand(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return value.replace(/\{(\w+)\}/g, (text, name: string) => names[name] ?? text);
  if (Array.isArray(value)) return value.map((item) => expand(item, names));
  if (value === null || typeof value !== 'object') return value;
  const [[marker, given] = []] = Object.entries(value) as [string, unknown[]][];
  const parts = marker?.startsWith('$') && Array.isArray(given) ? given.map((part) => expand(part, names)) : [];
  const [first, second] = parts;
  switch (parts.length > 0 ? marker : undefined) {
    case '$repeat':
      return (first as string).repeat(second as number);
    case '$concat':
      return parts.join('');
    case '$list':
      return Array.from({ length: second as number }, () => first);
    case '$keys':
      return { [first as string]: second };
    default:
      // defined, not assigned: a case may name `__proto__`
      return Object.create(
        Object.prototype,
        Object.fromEntries(
          Object.entries(value).map(([key, item]) => [
            key,
            { value: expand(item, names), enumerable: true, writable: true, configurable: true },
          ]),
        ) as PropertyDescriptorMap,
      );
  }
}
