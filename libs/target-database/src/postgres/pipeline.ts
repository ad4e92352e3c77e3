import type { Connection, Submittable } from 'pg';
import type { CutSession } from '../session.js';

/** A step of the extended protocol, which rejects texts with several statements. */
export interface PipelineStep {
  text: string;
  values?: (string | null)[];
  /** Absent: unnamed. */
  name?: string;
  isPrepared?: boolean;
  /** Row limit; 0 is unlimited. */
  maxRows?: number;
  /** Describe columns and keep rows. */
  returnsRows?: boolean;
  /** Its row ends with the server's process id and transaction start. */
  identifies?: boolean;
}

export interface WireField {
  name: string;
  dataTypeID: number;
  dataTypeModifier: number;
}

export interface WireError extends Error {
  code?: string;
  position?: string;
  hint?: string;
  detail?: string;
}

export interface PipelineOutcome {
  fields: WireField[];
  rows: (string | null)[][];
  /** The row limit left rows on the server. */
  suspended: boolean;
  error: { step: number; cause: WireError } | null;
}

/** Methods missing in pg's types. */
interface MessageWriter {
  stream: { cork(): void; uncork(): void };
  parse(message: { text: string; name: string }): void;
  bind(message: { portal: string; statement: string; values: (string | null)[] }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: { portal: string; rows: number }): void;
  flush(): void;
  sync(): void;
  sendCopyFail(message: string): void;
}

/** One round trip, one Sync: an error skips the rest. Rows stay in wire format. A `Submittable` of node-postgres. */
export class Pipeline implements Submittable {
  readonly done: Promise<PipelineOutcome>;
  backend: Pick<CutSession, 'id' | 'startedAt'> | null = null;
  private readonly outcome: PipelineOutcome = { fields: [], rows: [], suspended: false, error: null };
  private settle!: (outcome: PipelineOutcome) => void;
  private step = 0;

  /** @param keepRow false drops the row */
  constructor(
    private readonly steps: PipelineStep[],
    private readonly keepRow: (row: (string | null)[]) => boolean = () => true,
  ) {
    this.done = new Promise((resolve) => (this.settle = resolve));
  }

  /** Settles with the data received so far; ignores later messages. */
  abandon(): void {
    this.settle({ ...this.outcome });
  }

  submit(connection: Connection): void {
    const writer = connection as unknown as MessageWriter;
    writer.stream.cork();
    try {
      for (const step of this.steps) {
        const { name = '' } = step;
        if (step.isPrepared !== true) writer.parse({ text: step.text, name });
        writer.bind({ portal: '', statement: name, values: step.values ?? [] });
        if (step.returnsRows) writer.describe({ type: 'P', name: '' });
        writer.execute({ portal: '', rows: step.maxRows ?? 0 });
        if (step.identifies) writer.flush();
      }
      writer.sync();
    } finally {
      writer.stream.uncork();
    }
  }

  handleRowDescription(message: { fields: WireField[] }): void {
    this.outcome.fields = message.fields;
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    const step = this.steps[this.step];
    if (step?.identifies) {
      const [id, startedAt = null] = message.fields.slice(-2);
      this.backend = { id: Number(id), startedAt };
    }
    if (step?.returnsRows !== true) return;
    // Without an SQLSTATE, the session ends.
    if (message.fields.length !== this.outcome.fields.length)
      this.handleError(new Error('a row does not fit its columns'));
    else if (this.keepRow(message.fields)) this.outcome.rows.push(message.fields);
  }

  handleCommandComplete(): void {
    this.step += 1;
  }

  handleEmptyQuery(): void {
    this.step += 1;
  }

  handlePortalSuspended(): void {
    this.outcome.suspended = true;
    this.step += 1;
  }

  handleError(cause: WireError): void {
    this.settle({ ...this.outcome, error: { step: this.step, cause } });
  }

  handleReadyForQuery(): void {
    this.settle(this.outcome);
  }

  /** No internal statement copies: refuse. */
  handleCopyInResponse(connection: Connection): void {
    (connection as unknown as MessageWriter).sendCopyFail('no data is sent');
  }

  handleCopyData(): void {}
}
