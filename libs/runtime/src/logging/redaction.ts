import { hideUrlSecrets } from '@assay/contracts';

const CENSORED = '***';

const BEARER = /\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi;

/** Known secrets, URLs and authorization headers. */
export function createRedactor(secrets: readonly string[]): (line: string) => string {
  const spellings = new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(secret), escapeJson(secret)]));
  // Longest first, because one secret may contain another.
  const known = [...spellings].sort((left, right) => right.length - left.length).map(escapePattern);
  const pattern = known.length === 0 ? null : new RegExp(known.join('|'), 'g');
  return (line) => {
    const withoutUrls = hideUrlSecrets(line).replace(BEARER, `$1 ${CENSORED}`);
    return pattern === null ? withoutUrls : withoutUrls.replace(pattern, CENSORED);
  };
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
