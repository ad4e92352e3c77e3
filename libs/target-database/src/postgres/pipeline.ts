import type { Connection, Submittable } from 'pg';
import type { CutSession } from '../session.js';

/** One statement of a pipeline, run over the extended protocol: a text that holds two statements is an error there. */
export interface PipelineStep {
  text: string;
  values?: (string | null)[];
  /** Prepare it by this name, so that it stays when the pipeline is over; by none where absent. */
  name?: string;
  /** The session has a statement of that name already. */
  isPrepared?: boolean;
  /** Rows at most; more stay on the server. 0 is no limit. */
  maxRows?: number;
  /** Ask for the columns, and keep the rows. */
  returnsRows?: boolean;
  /** Its row ends with the server's process id and the start of the transaction, which are wanted at once. */
  identifies?: boolean;
}

/** A column as the server describes it. */
export interface WireField {
  name: string;
  dataTypeID: number;
  dataTypeModifier: number;
}

/** An error that the server reported, with the step that it belongs to. */
export interface WireError extends Error {
  code?: string;
  position?: string;
  hint?: string;
  detail?: string;
}

/** What a pipeline met: at most one error ends it, and the steps after it were not run. */
export interface PipelineOutcome {
  fields: WireField[];
  rows: (string | null)[][];
  /** True when the row limit left rows on the server. */
  suspended: boolean;
  error: { step: number; cause: WireError } | null;
}

/** The parts of node-postgres's connection that write messages; its type declarations lag behind. */
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

/**
 * Several statements in one round trip: all are written at once and one Sync ends them, so that the server skips
 * whatever follows an error. Rows are kept as the server wrote them.
 *
 * Implements node-postgres's `Submittable`: the client hands every message of the exchange to the `handle…` methods.
 */
export class Pipeline implements Submittable {
  readonly done: Promise<PipelineOutcome>;
  /** The server's session, once it is known. */
  backend: Pick<CutSession, 'id' | 'startedAt'> | null = null;
  private readonly steps: PipelineStep[];
  private readonly outcome: PipelineOutcome = { fields: [], rows: [], suspended: false, error: null };
  private readonly keepRow: (row: (string | null)[]) => boolean;
  private settle!: (outcome: PipelineOutcome) => void;
  private step = 0;

  /** @param keepRow called with each row of the steps that return rows; a row for which it says no is dropped */
  constructor(steps: PipelineStep[], keepRow: (row: (string | null)[]) => boolean = () => true) {
    this.steps = steps;
    this.keepRow = keepRow;
    this.done = new Promise((resolve) => (this.settle = resolve));
  }

  /** Ends the wait with what has arrived so far; later messages change nothing any more. */
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
    if (step?.returnsRows && this.keepRow(message.fields)) this.outcome.rows.push(message.fields);
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

  /** No statement of ours copies; a server that asks for data is refused. */
  handleCopyInResponse(connection: Connection): void {
    (connection as unknown as MessageWriter).sendCopyFail('no data is sent');
  }

  handleCopyData(): void {
    // Rows of a COPY are no result.
  }
}
