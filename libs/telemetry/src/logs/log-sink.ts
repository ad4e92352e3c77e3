/** Receives a JSON log line; secrets are already redacted. */
export type LogSink = (line: string) => void;

let sink: LogSink | null = null;

/** Adds a destination for log lines; null removes it. */
export function setLogSink(next: LogSink | null): void {
  sink = next;
}

export function exportLine(line: string): void {
  sink?.(line);
}
