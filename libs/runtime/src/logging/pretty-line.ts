const LEVEL_NAMES: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};
const LEVEL_COLORS: Record<number, number> = { 10: 90, 20: 90, 30: 32, 40: 33, 50: 31, 60: 31 };
const OWN_FIELDS = new Set(['level', 'time', 'service', 'msg', 'err', 'pid', 'hostname']);

export function prettyLine(json: string): string {
  const entry = JSON.parse(json) as Record<string, unknown> & { level: number; time: string; msg?: string };
  const level = (LEVEL_NAMES[entry.level] ?? String(entry.level)).padEnd(5);
  const fields = Object.entries(entry)
    .filter(([name]) => !OWN_FIELDS.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const line = [
    dim(entry.time.slice(11, 23)),
    `\u001b[${LEVEL_COLORS[entry.level] ?? 0}m${level}\u001b[0m`,
    dim(`[${String(entry['service'])}]`),
    entry.msg ?? '',
    ...fields.map(dim),
  ];
  const stacks = stacksOf(entry['err'] as PrintedError | undefined);
  return [line.join(' '), ...stacks, ''].join('\n');
}

interface PrintedError {
  stack?: string;
  message?: string;
  cause?: PrintedError;
}

function stacksOf(error: PrintedError | undefined): string[] {
  const stack = error?.stack ?? error?.message;
  if (stack === undefined) return [];
  return [
    stack,
    ...stacksOf(error?.cause).map((cause) => (cause.startsWith('caused by') ? cause : `caused by ${cause}`)),
  ];
}

function dim(text: string): string {
  return `\u001b[2m${text}\u001b[0m`;
}
