import type { Counter, Histogram, Meter, MetricOptions, ObservableGauge } from '@opentelemetry/api';

/** Bucket bounds, from state changes to model calls. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/** A name that ends in `?` is optional. */
type Labels<Name extends string> = { [N in Name as N extends `${string}?` ? never : N]: string } & {
  [N in Name as N extends `${infer Optional}?` ? Optional : never]?: string;
};

/** By metric name. */
export const METRIC_LABELS = new Map<string, readonly string[]>();

/** The committing process counts a change, so sums over all processes equal the record. */
const define = (meter: Meter) => {
  const count = <L extends string>(name: string, labels: L[], description: string): Counter<Labels<L>> => {
    METRIC_LABELS.set(name, labels);
    return meter.createCounter(name, { description });
  };
  const seconds = <L extends string>(name: string, labels: L[], description: string): Histogram<Labels<L>> => {
    METRIC_LABELS.set(name, labels);
    const advice = { explicitBucketBoundaries: SECONDS };
    return meter.createHistogram(name, { description, unit: 's', advice });
  };
  const gauge = <L extends string>(
    name: string,
    labels: L[],
    description: string,
    options: MetricOptions = {},
  ): ObservableGauge<Labels<L>> => {
    METRIC_LABELS.set(name, labels);
    return meter.createObservableGauge(name, { description, ...options });
  };
  return {
    /** `code` of the problem, of 5xx only. */
    httpRequests: count(
      'assay_http_requests',
      ['method', 'route', 'status', 'code?'],
      'HTTP requests, by method, route and status.',
    ),
    httpRefused: count('assay_http_refused', ['code'], 'Requests refused by this process, by code.'),
    httpDuration: seconds(
      'assay_http_request_duration_seconds',
      ['method', 'route'],
      'Time to answer an HTTP request.',
    ),

    /** `outcome`: done, retried, dead, lost; `code` of dead only. */
    tasks: count(
      'assay_tasks',
      ['queue', 'outcome', 'code?'],
      'Attempts at tasks that have ended, by queue and outcome.',
    ),
    taskRetries: count(
      'assay_task_retries',
      ['queue', 'code'],
      'Tasks given back for another attempt, by queue and error code.',
    ),
    taskDuration: seconds(
      'assay_task_duration_seconds',
      ['queue', 'outcome'],
      'One attempt at a task, from claim to end.',
    ),
    taskWait: seconds('assay_task_wait_seconds', ['queue'], 'From the making of a task to its first claim.'),
    tasksRunning: meter.createObservableUpDownCounter('assay_tasks_running', {
      description: 'Tasks that this process holds.',
    }),

    modelCalls: count('assay_model_calls', ['agent', 'model', 'status'], 'Model calls, by agent, model and status.'),
    modelTokens: count(
      'assay_model_tokens',
      ['agent', 'model', 'direction'],
      'Tokens of answered calls, by agent, model and direction.',
    ),
    modelCacheTokens: count(
      'assay_model_cache_tokens',
      ['agent', 'model', 'use'],
      'Input tokens that caches of providers were used for, by agent, model and use (read or write).',
    ),
    modelCost: count('assay_model_cost_usd', ['agent', 'model'], 'US dollars of answered calls whose price is known.'),
    modelDuration: seconds('assay_model_call_duration_seconds', ['agent', 'model'], 'Time until a model has answered.'),

    runsFinished: count(
      'assay_runs_finished',
      ['product', 'status', 'level', 'case', 'code?'],
      'Runs that have ended, by product, status, level and case.',
    ),
    runDuration: seconds('assay_run_duration_seconds', ['product', 'status'], 'From the request to the end of a run.'),
    stageDuration: seconds('assay_stage_duration_seconds', ['stage'], 'From the start to the end of a stage.'),
    escalations: count('assay_escalations', ['from', 'to', 'reason'], 'Escalations, by levels and reason.'),
    candidates: count('assay_candidates', ['valid'], 'Candidates, by whether they are valid.'),
    candidateRetries: count('assay_candidate_retries', [], 'Retries of generators after a SQL that was not valid.'),
    verdicts: count('assay_verdicts', ['verdict', 'by'], 'Verdicts, by verdict and judge.'),

    runsOpen: gauge('assay_runs_open', ['product', 'status'], 'Runs that have not ended, by product and status.'),
    runsStalled: gauge(
      'assay_runs_stalled',
      [],
      'Open runs that have waited 20 s or more for their next step, though it was published.',
    ),
    unsentReplies: gauge('assay_replies_owed', [], 'Finished runs whose asker on a queue has no reply yet.'),
    /** `outcome`: sent, retried, dead. */
    webhooks: count('assay_webhooks', ['outcome'], 'Deliveries of webhooks, by outcome.'),
    webhooksWaiting: gauge(
      'assay_webhooks_waiting',
      [],
      'Deliveries of webhooks that have not been taken or given up.',
    ),
    gatesClosed: gauge(
      'assay_gates_closed',
      ['model'],
      'Models whose endpoint answered 429 and is not called yet, by model.',
    ),
    circuitsOpen: gauge(
      'assay_circuits_open',
      ['kind', 'workspace?'],
      'Breakers of this process that are open, by kind (model, target) and workspace.',
    ),
    cutSessions: gauge(
      'assay_target_cut_sessions',
      [],
      'Sessions of target databases that were cut and that their servers have not ended, of all processes.',
    ),
    /** 0 to 1: of the limit that is nearest. */
    quotaLeft: gauge(
      'assay_workspace_quota_left',
      ['workspace'],
      'Share of the daily quota that is left, by workspace.',
    ),
    confidence: gauge('assay_answer_confidence', [], 'Mean confidence of the answers of the last six hours.'),
    recordPool: gauge('assay_record_pool', ['state'], 'Connections to the record, by state: used, idle, awaited.'),
    sweepDuration: seconds('assay_sweep_duration_seconds', [], 'One round of taking back and publishing again.'),
    build: gauge(
      'assay_build_info',
      ['service', 'migration'],
      'Always 1, by service and by the migration of the record that it needs.',
    ),

    queueJobs: gauge('assay_queue_jobs', ['queue', 'state'], 'Work on a queue, by state: waiting, active, delayed.'),
    queueWork: gauge(
      'assay_queue_work',
      ['queue'],
      'Work on a queue, waiting and in hand: what workers are scaled by.',
    ),
    queueOldest: gauge('assay_queue_oldest_seconds', ['queue'], 'Age of what has waited longest on a queue.', {
      unit: 's',
    }),

    /** `what`: bodies, records, blocks. */
    retentionLag: gauge(
      'assay_retention_lag_seconds',
      ['what'],
      'Age beyond its retention of the oldest thing that is still there, by what it is; 0: in time.',
      { unit: 's' },
    ),

    processMemory: gauge('assay_process_resident_memory_bytes', [], 'Memory of the process.', { unit: 'By' }),
    processCpu: meter.createObservableCounter('assay_process_cpu_seconds', {
      description: 'Processor time since the process began.',
      unit: 's',
    }),
    eventLoopUtilization: gauge(
      'assay_event_loop_utilization',
      [],
      'Busy part of the time since the last look, 0 to 1.',
    ),
  };
};

export type Instruments = ReturnType<typeof define>;

export function createInstruments(meter: Meter): Instruments {
  return define(meter);
}
