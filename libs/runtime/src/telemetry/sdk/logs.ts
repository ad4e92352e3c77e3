import { SeverityNumber, context, type Attributes, type Logger } from '@opentelemetry/api';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { BatchLogRecordProcessor, type LogRecordProcessor } from '@opentelemetry/sdk-logs';
import { setLogSink } from '../logs/log-sink.js';

const SEVERITIES: Record<number, [SeverityNumber, string]> = {
  10: [SeverityNumber.TRACE, 'TRACE'],
  20: [SeverityNumber.DEBUG, 'DEBUG'],
  30: [SeverityNumber.INFO, 'INFO'],
  40: [SeverityNumber.WARN, 'WARN'],
  50: [SeverityNumber.ERROR, 'ERROR'],
  60: [SeverityNumber.FATAL, 'FATAL'],
};

const OWN_FIELDS = new Set(['level', 'time', 'msg', 'service', 'err', 'spanId']);

export interface LogExport {
  processor: LogRecordProcessor;
  start(logger: Logger): void;
  stop(): void;
}

export function exportLogs(): LogExport {
  return {
    processor: new BatchLogRecordProcessor({ exporter: new OTLPLogExporter() }),
    start: (logger) => setLogSink((line) => emit(logger, line)),
    stop: () => setLogSink(null),
  };
}

function emit(logger: Logger, line: string): void {
  const entry = JSON.parse(line) as Record<string, unknown>;
  const [severityNumber, severityText] = SEVERITIES[Number(entry['level'])] ?? [SeverityNumber.UNSPECIFIED, ''];
  logger.emit({
    severityNumber,
    severityText,
    body: typeof entry['msg'] === 'string' ? entry['msg'] : '',
    timestamp: new Date(entry['time'] as string),
    attributes: attributesOf(entry),
    context: context.active(),
  });
}

function attributesOf(entry: Record<string, unknown>): Attributes {
  const fields = Object.entries(entry).filter(([name]) => !OWN_FIELDS.has(name));
  const error = entry['err'] as { type?: string; message?: string; stack?: string; code?: string } | undefined;
  return {
    ...Object.fromEntries(fields.map(([name, value]) => [`assay.${name}`, plain(value)])),
    ...(error === undefined
      ? {}
      : {
          'exception.type': error.code ?? error.type,
          'exception.message': error.message,
          'exception.stacktrace': error.stack,
        }),
  };
}

function plain(value: unknown): string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value);
}
