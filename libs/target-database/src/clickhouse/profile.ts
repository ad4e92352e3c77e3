import type { Cell } from '@assay/contracts';
import { unreachable } from '../connection/target-errors.js';
import { countOrNull, textOf } from '../introspection/catalog-cells.js';

/** Bytes of memory of a statement whose profile sets no limit. */
const MEMORY = 10_000_000_000;

/** Overflow modes other than `throw` return a part of the rows as all of them. */
const PINNED: Readonly<Record<string, string>> = {
  cancel_http_readonly_queries_on_client_close: '1',
  date_time_output_format: 'simple',
  dialect: 'clickhouse',
  extremes: '0',
  http_write_exception_in_output_format: '0',
  output_format_json_named_tuples_as_objects: '1',
  output_format_json_quote_64bit_floats: '0',
  output_format_json_quote_64bit_integers: '0',
  output_format_json_quote_decimals: '1',
  output_format_json_quote_denormals: '1',
  output_format_json_validate_utf8: '0',
  send_progress_in_http_headers: '0',
};

const LIMITS = ['readonly', 'max_execution_time', 'max_memory_usage'];

export const SETTINGS = `
  select name, value, readonly, min, max from system.settings
   where name like '%overflow_mode%' or name in (${[...Object.keys(PINNED), ...LIMITS].map((name) => `'${name}'`).join(', ')})`;

interface Setting {
  value: string;
  fixed: boolean;
  least: number | null;
  most: number | null;
}

/** Settings of the user's profile. */
export class Profile {
  private readonly known: ReadonlyMap<string, Setting>;
  /** 0: everything may be set; 1: nothing; 2: everything except itself. */
  private readonly readonly: string;

  /**
   * @param rows of `SETTINGS`
   * @throws PermanentError if they do not say whether the user may write
   */
  constructor(rows: readonly Cell[][]) {
    this.known = new Map(rows.map((row) => [textOf(row[0]), settingOf(row)]));
    this.readonly = this.known.get('readonly')?.value ?? '';
    if (!['0', '1', '2'].includes(this.readonly)) throw unreachable('it does not say what its user may set');
  }

  /**
   * Sent with every statement; `readonly` 1 also refuses SETTINGS in it and functions that reach out. A server that
   * does not take it refuses the statement. Rows and bytes are cut as they arrive: the server would fail at a limit.
   */
  settings(timeoutMs: number): Record<string, string> {
    const modes = [...this.known.keys()].filter((name) => name.includes('overflow_mode'));
    const wanted = {
      ...PINNED,
      ...Object.fromEntries(modes.map((name) => [name, 'throw'])),
      max_execution_time: String(this.limited('max_execution_time', timeoutMs / 1000)),
      max_memory_usage: String(this.limited('max_memory_usage', MEMORY)),
    };
    const changes = Object.entries(wanted).filter(([name, value]) => this.mayChange(name, value));
    return { ...Object.fromEntries(changes), readonly: this.readonly === '2' ? '2' : '1' };
  }

  private mayChange(name: string, value: string): boolean {
    const setting = this.known.get(name);
    return this.readonly !== '1' && setting !== undefined && !setting.fixed && setting.value !== value;
  }

  /** Never above the profile's own limit, and within what its constraints allow. */
  private limited(name: string, limit: number): number {
    const { value = '0', least = null, most = null } = this.known.get(name) ?? {};
    const tightened = Number(value) > 0 ? Math.min(Number(value), limit) : limit;
    return Math.min(Math.max(tightened, least ?? 0), most ?? Infinity);
  }
}

function settingOf([, value, fixed, least, most]: Cell[]): Setting {
  return { value: textOf(value), fixed: Number(fixed) !== 0, least: countOrNull(least), most: countOrNull(most) };
}
