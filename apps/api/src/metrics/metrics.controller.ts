import { Controller, Get, Header } from '@nestjs/common';
import { Work } from '@assay/work';
import { readCounts, type Count } from './read-counts.sql.js';

/** Counts are read no more often than this, milliseconds: they look at every run. */
const COUNTS_TTL_MS = 5000;

/** `GET /metrics`, in Prometheus' text format. */
@Controller('metrics')
export class MetricsController {
  private counted: { at: number; counts: Promise<Count[]> } | null = null;

  constructor(private readonly work: Work) {}

  @Get()
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @Header('cache-control', 'no-store')
  async metrics(): Promise<string> {
    const counts = await this.counts();
    return [
      ...family(
        'assay_runs_finished_total',
        'counter',
        'Runs that have ended, by product and outcome.',
        counts,
        'runs',
      ),
      ...family('assay_runs_open', 'gauge', 'Runs that have not ended.', counts, 'open'),
      ...family('assay_tasks_open', 'gauge', 'Tasks that have not ended, by queue and status.', counts, 'tasks'),
      '',
    ].join('\n');
  }

  private counts(): Promise<Count[]> {
    const now = performance.now();
    if (this.counted !== null && now - this.counted.at < COUNTS_TTL_MS) return this.counted.counts;
    const counts = readCounts(this.work.database);
    this.counted = { at: now, counts };
    counts.catch(() => (this.counted = null));
    return counts;
  }
}

function family(name: string, type: 'counter' | 'gauge', help: string, counts: Count[], of: Count['of']): string[] {
  const samples = counts
    .filter((count) => count.of === of)
    .map(
      ({ labels, value }) =>
        `${name}{${Object.entries(labels)
          .map(([key, text]) => `${key}="${text}"`)
          .join(',')}} ${value}`,
    );
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples];
}
