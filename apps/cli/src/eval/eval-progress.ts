import { formatDuration, LiveScreen, type TextOutput } from '@assay/client';

const PLAIN_LINES = 10;
const REDRAW_MS = 100;

export class EvalProgress {
  private readonly output: TextOutput;
  private readonly screen: LiveScreen | null;
  private readonly from = performance.now();
  private known: number | null = null;
  private tenth = 0;
  private drawnAt = -REDRAW_MS;

  constructor(output: TextOutput, env: Record<string, string | undefined>) {
    this.output = output;
    this.screen = output.isTTY === true && env['TERM'] !== 'dumb' ? new LiveScreen(output) : null;
  }

  /** The first call gives the known questions. */
  show(done: number, total: number): void {
    if (this.known === null && done > 0) this.output.write(`${done} of ${total} questions are known already.\n`);
    this.known ??= done;
    if (this.screen === null) return this.line(done, total);
    const now = performance.now();
    if (done < total && now - this.drawnAt < REDRAW_MS) return;
    this.drawnAt = now;
    this.screen.draw([this.text(done, total)]);
  }

  end(): void {
    this.screen?.clear();
    this.screen?.end();
  }

  private line(done: number, total: number): void {
    const tenth = Math.floor((done * PLAIN_LINES) / total);
    if (tenth === this.tenth) return;
    this.tenth = tenth;
    this.output.write(`${this.text(done, total)}\n`);
  }

  private text(done: number, total: number): string {
    const elapsed = performance.now() - this.from;
    const worked = done - (this.known ?? 0);
    const left = worked > 0 ? (elapsed / worked) * (total - done) : null;
    const rest = left === null || done === total ? '' : `, about ${formatDuration(left)} left`;
    return `${done} of ${total} questions, ${formatDuration(elapsed)}${rest}`;
  }
}
