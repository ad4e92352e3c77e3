import { textOf } from '../introspection/catalog-cells.js';
import type { Cell } from '@assay/contracts';

/** Bytes of memory of a statement whose profile sets no limit. */
const MEMORY = 10_000_000_000;

/** What printing and reading rely on; overflow modes other than `throw` return a part of the rows as all of them. */
const PINNED: Readonly<Record<string, string>> = {
  cancel_http_readonly_queries_on_client_close: '1',
  dialect: 'clickhouse',
  http_write_exception_in_output_format: '0',
  output_format_json_quote_decimals: '1',
  output_format_json_quote_denormals: '1',
};

const LIMITS = ['readonly', 'max_execution_time', 'max_memory_usage'];

export const SETTINGS = `
  select name, value, readonly from system.settings
   where name like '%overflow_mode%' or name in (${[...Object.keys(PINNED), ...LIMITS].map((name) => `'${name}'`).join(', ')})`;

/** Settings of the user's profile. */
export class Profile {
  private readonly values: ReadonlyMap<string, string>;
  private readonly changeable: ReadonlySet<string>;

  /** @param rows of `SETTINGS` */
  constructor(rows: readonly Cell[][]) {
    this.values = new Map(rows.map(([name, value]) => [textOf(name), textOf(value)]));
    const free = rows.filter(([, , fixed]) => Number(fixed) === 0);
    this.changeable = new Set(this.readonly === 1 ? [] : free.map(([name]) => textOf(name)));
  }

  /** 0: everything may be set; 1: nothing; 2: everything except itself. */
  get readonly(): number {
    return Number(this.values.get('readonly') ?? 0);
  }

  /** Sent with a statement; `readonly` 1 also refuses SETTINGS in it and functions that reach out. */
  settings(timeoutMs: number): Record<string, string> {
    const modes = [...this.values.keys()].filter((name) => name.includes('overflow_mode'));
    const wanted = {
      ...PINNED,
      ...Object.fromEntries(modes.map((name) => [name, 'throw'])),
      max_execution_time: String(this.tightened('max_execution_time', timeoutMs / 1000)),
      max_memory_usage: String(this.tightened('max_memory_usage', MEMORY)),
      ...(this.readonly === 0 && { readonly: '1' }),
    };
    const differs = ([name, value]: [string, string]): boolean =>
      this.changeable.has(name) && this.values.get(name) !== value;
    return Object.fromEntries(Object.entries(wanted).filter(differs));
  }

  private tightened(name: string, limit: number): number {
    const own = Number(this.values.get(name) ?? 0);
    return own > 0 ? Math.min(own, limit) : limit;
  }
}
