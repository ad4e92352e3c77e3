import { formatDuration, LiveScreen, type ReporterOptions } from '@assay/client';
import type { StoryEvent } from '@assay/contracts';
import { describeStoryEvent, describeStoryProgress, NO_STORY_PROGRESS, reduceStoryProgress } from './story-progress.js';

const REDRAW_MS = 100;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const TIME_WIDTH = 8;

type StoryReporterOptions = Required<ReporterOptions>;

export class StoryReporter {
  private readonly screen: LiveScreen;
  private readonly timer: NodeJS.Timeout | null;
  private readonly from = Date.now();
  private progress = NO_STORY_PROGRESS;
  private frame = 0;

  constructor(private readonly options: StoryReporterOptions) {
    this.screen = new LiveScreen(options.output);
    this.timer = options.mode === 'live' ? setInterval(() => this.draw(), REDRAW_MS) : null;
    this.timer?.unref();
  }

  show(event: StoryEvent): void {
    this.progress = reduceStoryProgress(this.progress, event);
    const line = describeStoryEvent(event);
    if (this.options.mode !== 'plain' || line === null) return;
    const elapsed = formatDuration(Date.parse(event.at) - (this.progress.startedAt ?? Date.parse(event.at)));
    this.options.output.write(`${elapsed.padStart(TIME_WIDTH)}  ${line}\n`);
  }

  note(text: string): void {
    if (this.options.mode !== 'silent') this.screen.print([text]);
  }

  end(): void {
    if (this.timer === null) return;
    clearInterval(this.timer);
    this.screen.clear();
    this.screen.end();
  }

  private draw(): void {
    const { paint, hint } = this.options;
    const frame = FRAMES[this.frame++ % FRAMES.length] ?? '';
    const elapsed = formatDuration(Date.now() - this.from);
    const line = `${describeStoryProgress(this.progress)} · ${elapsed}`;
    this.screen.draw([`${paint('cyan', frame)} ${line}  ${paint('dim', hint)}`]);
  }
}
