import {
  AssayClient,
  paintFor,
  renderTable,
  sizeOr,
  type ClientOptions,
  type Paint,
  type TableView,
} from '@assay/client';
import type { Cell } from '@assay/contracts';
import { CliProblem } from './cli-problem.js';
import { EXIT_OK } from './exit-codes.js';
import type { Terminal } from './terminal.js';

export const USUAL_WIDTH = 100;

export const DEFAULT_URL = 'http://127.0.0.1:3000';

export class CliContext {
  readonly terminal: Terminal;
  exitCode = EXIT_OK;

  constructor(terminal: Terminal) {
    this.terminal = terminal;
  }

  get url(): string {
    return this.terminal.env['ASSAY_URL'] || DEFAULT_URL;
  }

  client(options: Pick<ClientOptions, 'timeoutMs' | 'signal'> = {}): AssayClient {
    try {
      return new AssayClient({ url: this.url, apiKey: this.terminal.env['ASSAY_API_KEY'], ...options });
    } catch (error) {
      throw new CliProblem(`ASSAY_URL: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  get width(): number {
    return sizeOr(this.terminal.stdout.columns, USUAL_WIDTH);
  }

  get paint(): Paint {
    return paintFor(this.terminal.stdout.isTTY === true, this.terminal.env);
  }

  get table(): TableView {
    const width = this.terminal.stdout.isTTY === true ? this.width : Infinity;
    return { width, paint: this.paint, whole: true };
  }

  print(lines: string[]): void {
    if (lines.length > 0) this.terminal.stdout.write(`${lines.join('\n')}\n`);
  }

  printJson(value: unknown): void {
    this.print([JSON.stringify(value, null, 2)]);
  }

  show<Value>(json: boolean | undefined, value: Value, describe: (value: Value) => string[]): void {
    if (json) this.printJson(value);
    else this.print(describe(value));
  }

  tableOf(names: readonly string[], rows: Cell[][], empty = 'There are none.'): string[] {
    if (rows.length === 0) return [empty];
    return renderTable(
      names.map((name) => ({ name })),
      rows,
      this.table,
    );
  }
}
