import { AsyncLocalStorage } from 'node:async_hooks';
import { writeSync } from 'node:fs';
import { trace } from '@opentelemetry/api';
import { exportLine } from '../telemetry/index.js';
import { pino } from 'pino';
import type { LogLevel } from '../config/variables.js';
import { prettyLine } from './pretty-line.js';
import { createRedactor } from './redaction.js';
import { serializeError } from './serialize-error.js';

/** `logger.info({ task }, 'message')`; errors as `err`. */
export type Logger = pino.Logger;

export interface LoggerOptions {
  service: string;
  level: LogLevel;
  secrets?: readonly string[];
  /** Default: stderr, because stdout is for results. */
  write?: (line: string) => void;
  pretty?: boolean;
}

export interface LogContext {
  run?: string;
  /** The run's id, if it is a question. */
  question?: string;
  task?: string;
  /** Used if no span is active. */
  traceId?: string;
  [field: string]: unknown;
}

const context = new AsyncLocalStorage<LogContext>();

/** Added to each line during `work`. */
export function withLogContext<Result>(fields: LogContext, work: () => Result): Result {
  return context.run({ ...context.getStore(), ...fields }, work);
}

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

function traceFields(): Record<string, string> {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { traceId: span.traceId, spanId: span.spanId };
}

/** Synchronous, so that lines before an exit are not lost. */
function writeToStandardError(line: string): void {
  try {
    writeSync(2, line);
  } catch {
    // Full or closed pipe: the line is lost.
  }
}
