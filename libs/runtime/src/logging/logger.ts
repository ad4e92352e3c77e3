import { AsyncLocalStorage } from 'node:async_hooks';
import { writeSync } from 'node:fs';
import { trace } from '@opentelemetry/api';
import { exportLine } from '@assay/telemetry';
import { pino } from 'pino';
import type { LogLevel } from '../config/variables.js';
import { prettyLine } from './pretty-line.js';
import { createRedactor } from './redaction.js';
import { serializeError } from './serialize-error.js';

/** Structured logger: `logger.info({ task }, 'message')`; errors go under `err`. */
export type Logger = pino.Logger;

export interface LoggerOptions {
  service: string;
  level: LogLevel;
  /** Texts that are blacked out wherever they appear. */
  secrets?: readonly string[];
  /** Where finished lines go; default: standard error, since standard output belongs to results. */
  write?: (line: string) => void;
  /** Lines for people; default: when standard error is a terminal. */
  pretty?: boolean;
}

/** What every line written inside a piece of work carries. */
export interface LogContext {
  run?: string;
  /** The run, where it is a question. */
  question?: string;
  task?: string;
  /** Where no span is active, the trace that this work belongs to all the same. */
  traceId?: string;
  [field: string]: unknown;
}

const context = new AsyncLocalStorage<LogContext>();

/** Runs `work`; every line logged meanwhile, however deep, carries these fields (and those of the context around it). */
export function withLogContext<Result>(fields: LogContext, work: () => Result): Result {
  return context.run({ ...context.getStore(), ...fields }, work);
}

/** Creates the logger of a process: JSON lines, or coloured text on a terminal. */
export function createLogger(options: LoggerOptions): Logger {
  const redact = createRedactor(options.secrets ?? []);
  const write = options.write ?? ((line: string) => writeToStandardError(line));
  const pretty = options.pretty ?? (options.write === undefined && process.stderr.isTTY);
  const destination = {
    write: (line: string) => {
      const clean = redact(line);
      write(pretty ? prettyLine(clean) : clean);
      exportLine(clean);
    },
  };
  return pino(
    {
      level: options.level,
      base: { service: options.service },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: { err: serializeError },
      mixin: () => ({ ...context.getStore(), ...traceFields() }),
    },
    destination,
  );
}

/** Ids by which a line is found from its trace, where there is one. */
function traceFields(): Record<string, string> {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { traceId: span.traceId, spanId: span.spanId };
}

/** Synchronous, so that the last words of a process that ends are not lost; a closed terminal loses the line, no more. */
function writeToStandardError(line: string): void {
  try {
    writeSync(2, line);
  } catch {
    // EAGAIN of a full pipe, EPIPE of a closed one.
  }
}
