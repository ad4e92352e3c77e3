/** JSON, redacted. */
export type LogSink = (line: string) => void;

let sink: LogSink | null = null;

export function setLogSink(next: LogSink | null): void {
  sink = next;
}

export function exportLine(line: string): void {
  sink?.(line);
}
