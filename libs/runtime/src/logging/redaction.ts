import { hideUrlSecrets } from '@assay/contracts';

const CENSORED = '***';

/** Very short texts would garble the log. */
const LEAST_CHARACTERS = 6;

const BEARER = /\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi;

/** Hides known secrets, credentials in urls, and authorization headers. */
export function createRedactor(secrets: readonly string[]): (line: string) => string {
  let pattern = patternOf(secrets);
  let known = secrets.length;
  return (line) => {
    // Secrets that are set while the process runs are added to the list.
    if (known !== secrets.length) {
      pattern = patternOf(secrets);
      known = secrets.length;
    }
    const withoutUrls = hideUrlSecrets(line).replace(BEARER, `$1 ${CENSORED}`);
    return pattern === null ? withoutUrls : withoutUrls.replace(pattern, CENSORED);
  };
}

function patternOf(secrets: readonly string[]): RegExp | null {
  const long = secrets.filter(({ length }) => length >= LEAST_CHARACTERS);
  const spellings = new Set(long.flatMap((secret) => [secret, encodeURIComponent(secret), escapeJson(secret)]));
  // Longest first, because one secret may contain another.
  const known = [...spellings].sort((left, right) => right.length - left.length).map(escapePattern);
  return known.length === 0 ? null : new RegExp(known.join('|'), 'g');
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
