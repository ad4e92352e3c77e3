import type { RecordedEvent } from '@assay/contracts';
import { describeEvent } from './describe-event.js';
import { pad } from './display-text.js';
import { LiveScreen, type TextOutput } from './live-screen.js';
import { formatDuration } from './quantities.js';
import { NO_PROGRESS, type QuestionProgress } from './question-progress.js';
import { reduceProgress } from './reduce-progress.js';
import { renderProgress } from './render-progress.js';
import { plainPaint, type Paint } from './styled-line.js';

export interface ReporterOptions {
  output: TextOutput;
  /** `live` redraws, `plain` writes lines, `silent` nothing. */
  mode: 'live' | 'plain' | 'silent';
  paint?: Paint;
  /** Such as the effect of Ctrl-C. */
  hint?: string;
}

const REDRAW_MS = 100;

export class ProgressReporter {
  private readonly screen: LiveScreen;
  private readonly timer: NodeJS.Timeout | null;
  private current = NO_PROGRESS;
  private frame = 0;
  private currentHint: string | undefined;
  private earlyRows: string | null = null;
  /** How far our clock is behind the server's; without it, times could be negative. */
  private lagMs = 0;

  constructor(private readonly options: ReporterOptions) {
    this.currentHint = options.hint;
    this.screen = new LiveScreen(options.output);
    this.timer = options.mode === 'live' ? setInterval(() => this.draw(), REDRAW_MS) : null;
    this.timer?.unref();
  }

  get progress(): QuestionProgress {
    return this.current;
  }

  show(event: RecordedEvent): void {
    this.current = reduceProgress(this.current, event);
    this.lagMs = Math.max(this.lagMs, Date.parse(event.at) - Date.now());
    if (this.options.mode !== 'plain') return;
    const line = describeEvent(event, this.current);
    if (line !== null) this.options.output.write(`${pad(this.elapsed(Date.parse(event.at)), 8, 'left')}  ${line}\n`);
  }

  /** Rows that are not tested yet; null removes them. */
  early(line: string | null): void {
    this.earlyRows = line;
    if (this.options.mode !== 'plain' || line === null) return;
    this.options.output.write(`${pad(this.elapsed(Date.now() + this.lagMs), 8, 'left')}  ${line}\n`);
  }

  note(text: string): void {
    if (this.options.mode === 'silent') return;
    this.screen.print([text]);
    if (this.options.mode === 'live') this.draw();
  }

  hint(text: string): void {
    this.currentHint = text;
  }

  end(last: 'keep' | 'clear' = 'keep'): void {
    if (this.timer === null) return;
    clearInterval(this.timer);
    if (last === 'keep') this.draw();
    else this.screen.clear();
    this.screen.end();
  }

  private draw(): void {
    const { width, height } = this.screen.size;
    const now = Date.now() + this.lagMs;
    const paint = this.options.paint ?? plainPaint;
    const view = { width, height, now, frame: this.frame++, paint, hint: this.currentHint, early: this.earlyRows };
    this.screen.draw(renderProgress(this.current, view));
  }

  private elapsed(at: number): string {
    const { startedAt } = this.current;
    return formatDuration(startedAt === null ? 0 : at - Date.parse(startedAt));
  }
}
