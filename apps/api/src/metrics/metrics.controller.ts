import { Controller, Get, Header } from '@nestjs/common';
import { Work } from '@assay/work';
import { Refusals } from '../access/refusals.js';
import { readCounts, type Count } from './read-counts.sql.js';

/** Counts are read no more often than this, milliseconds: they look at every run. */
const COUNTS_TTL_MS = 5000;

/** `GET /metrics`, in Prometheus' text format. */
@Controller('metrics')
export class MetricsController {
  private counted: { at: number; counts: Promise<Count[]> } | null = null;

  constructor(
    private readonly work: Work,
    private readonly refusals: Refusals,
  ) {}

  @Get()
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @Header('cache-control', 'no-store')
  async metrics(): Promise<string> {
    const counts = await this.counts();
    const refused = this.refusals.entries().map(([code, value]): Sample => ({ labels: { code }, value }));
    return [
      ...family(
        'assay_runs_finished_total',
        'counter',
        'Runs that have ended, by product and outcome.',
        samplesOf(counts, 'runs'),
      ),
      ...family('assay_runs_open', 'gauge', 'Runs that have not ended.', samplesOf(counts, 'open')),
      ...family(
        'assay_tasks_open',
        'gauge',
        'Tasks that have not ended, by queue and status.',
        samplesOf(counts, 'tasks'),
      ),
      ...family('assay_http_refused_total', 'counter', 'Requests refused by this process, by code.', refused),
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

type Sample = Pick<Count, 'labels' | 'value'>;

function samplesOf(counts: Count[], of: Count['of']): Sample[] {
  return counts.filter((count) => count.of === of);
}

function family(name: string, type: 'counter' | 'gauge', help: string, samples: Sample[]): string[] {
  const lines = samples.map(
    ({ labels, value }) =>
      `${name}{${Object.entries(labels)
        .map(([key, text]) => `${key}="${text}"`)
        .join(',')}} ${value}`,
  );
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}
