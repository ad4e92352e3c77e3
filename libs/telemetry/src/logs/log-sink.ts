/** One finished line of the log, as JSON; secrets are blacked out already. */
export type LogSink = (line: string) => void;

let sink: LogSink | null = null;

/** From now on lines go to `next`, besides where they go anyway; null: no more. */
export function setLogSink(next: LogSink | null): void {
  sink = next;
}

/** Hands a line to the exporter. */
export function exportLine(line: string): void {
  sink?.(line);
}
