import type {
  Counter,
  Histogram,
  Meter,
  MetricOptions,
  ObservableCounter,
  ObservableGauge,
  ObservableUpDownCounter,
} from '@opentelemetry/api';

/** Bucket bounds, from state changes to model calls. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/** The committing process counts a change, so sums over all processes equal the record. */
export class Instruments {
  /** `{ method, route, status }`. */
  readonly httpRequests: Counter;
  readonly httpDuration: Histogram;
  /** `{ code }`: refused requests. */
  readonly httpRefused: Counter;
  /** `{ queue, outcome }`: done, retried, dead, lost. */
  readonly tasks: Counter;
  readonly taskRetries: Counter;
  readonly taskDuration: Histogram;
  readonly taskWait: Histogram;
  readonly tasksRunning: ObservableUpDownCounter;
  readonly modelCalls: Counter;
  readonly modelTokens: Counter;
  readonly modelCacheTokens: Counter;
  readonly modelCost: Counter;
  readonly modelDuration: Histogram;
  readonly runsFinished: Counter;
  readonly runDuration: Histogram;
  readonly stageDuration: Histogram;
  readonly escalations: Counter;
  readonly candidates: Counter;
  readonly candidateRetries: Counter;
  readonly verdicts: Counter;
  readonly runsOpen: ObservableGauge;
  readonly runsStalled: ObservableGauge;
  readonly unsentReplies: ObservableGauge;
  /** `{ outcome }`: sent, retried, dead. */
  readonly webhooks: Counter;
  readonly gatesClosed: ObservableGauge;
  readonly circuitsOpen: ObservableGauge;
  readonly cutSessions: ObservableGauge;
  /** `{ workspace }`, 0 to 1: of the limit that is nearest. */
  readonly quotaLeft: ObservableGauge;
  readonly confidence: ObservableGauge;
  readonly recordPool: ObservableGauge;
  readonly sweepDuration: Histogram;
  readonly build: ObservableGauge;
  readonly queueJobs: ObservableGauge;
  readonly queueWork: ObservableGauge;
  readonly queueOldest: ObservableGauge;
  /** `{ what }`: bodies, records, blocks. */
  readonly retentionLag: ObservableGauge;
  readonly processMemory: ObservableGauge;
  readonly processCpu: ObservableCounter;
  readonly eventLoopUtilization: ObservableGauge;

  constructor(meter: Meter) {
    const count = (name: string, description: string): Counter => meter.createCounter(name, { description });
    const seconds = (name: string, description: string): Histogram =>
      meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries: SECONDS } });
    const gauge = (name: string, description: string, options: MetricOptions = {}): ObservableGauge =>
      meter.createObservableGauge(name, { description, ...options });

    this.httpRequests = count('assay_http_requests', 'HTTP requests, by method, route and status.');
    this.httpRefused = count('assay_http_refused', 'Requests refused by this process, by code.');
    this.httpDuration = seconds('assay_http_request_duration_seconds', 'Time to answer an HTTP request.');

    this.tasks = count('assay_tasks', 'Attempts at tasks that have ended, by queue and outcome.');
    this.taskRetries = count('assay_task_retries', 'Tasks given back for another attempt, by queue and error code.');
    this.taskDuration = seconds('assay_task_duration_seconds', 'One attempt at a task, from claim to end.');
    this.taskWait = seconds('assay_task_wait_seconds', 'From the making of a task to its first claim.');
    this.tasksRunning = meter.createObservableUpDownCounter('assay_tasks_running', {
      description: 'Tasks that this process holds.',
    });

    this.modelCalls = count('assay_model_calls', 'Model calls, by agent, model and status.');
    this.modelTokens = count('assay_model_tokens', 'Tokens of answered calls, by agent, model and direction.');
    this.modelCacheTokens = count(
      'assay_model_cache_tokens',
      'Input tokens that caches of providers were used for, by agent, model and use (read or write).',
    );
    this.modelCost = count('assay_model_cost_usd', 'US dollars of answered calls whose price is known.');
    this.modelDuration = seconds('assay_model_call_duration_seconds', 'Time until a model has answered.');

    this.runsFinished = count('assay_runs_finished', 'Runs that have ended, by product, status, level and case.');
    this.runDuration = seconds('assay_run_duration_seconds', 'From the request to the end of a run.');
    this.stageDuration = seconds('assay_stage_duration_seconds', 'From the start to the end of a stage.');
    this.escalations = count('assay_escalations', 'Escalations, by levels and reason.');
    this.candidates = count('assay_candidates', 'Candidates, by whether they are valid.');
    this.candidateRetries = count('assay_candidate_retries', 'Retries of generators after an SQL that was not valid.');
    this.verdicts = count('assay_verdicts', 'Verdicts, by verdict and judge.');

    this.runsOpen = gauge('assay_runs_open', 'Runs that have not ended, by product and status.');
    this.runsStalled = gauge(
      'assay_runs_stalled',
      'Open runs that have waited 20 s or more for their next step, though it was published.',
    );
    this.unsentReplies = gauge('assay_replies_owed', 'Finished runs whose asker on a queue has no reply yet.');
    this.webhooks = count('assay_webhooks', 'Deliveries of webhooks, by outcome.');
    this.gatesClosed = gauge(
      'assay_gates_closed',
      'Models whose endpoint answered 429 and is not called yet, by model.',
    );
    this.circuitsOpen = gauge(
      'assay_circuits_open',
      'Breakers of this process that are open, by kind (model, target) and workspace.',
    );
    this.cutSessions = gauge(
      'assay_target_cut_sessions',
      'Sessions of target databases that were cut and that their servers have not ended, of all processes.',
    );
    this.quotaLeft = gauge('assay_workspace_quota_left', 'Share of the daily quota that is left, by workspace.');
    this.confidence = gauge('assay_answer_confidence', 'Mean confidence of the answers of the last six hours.');
    this.recordPool = gauge('assay_record_pool', 'Connections to the record, by state: used, idle, awaited.');
    this.sweepDuration = seconds('assay_sweep_duration_seconds', 'One round of taking back and publishing again.');
    this.build = gauge('assay_build_info', 'Always 1, by service and by the migration of the record that it needs.');

    this.queueJobs = gauge('assay_queue_jobs', 'Work on a queue, by state: waiting, active, delayed.');
    this.queueWork = gauge('assay_queue_work', 'Work on a queue, waiting and in hand: what workers are scaled by.');
    this.queueOldest = gauge('assay_queue_oldest_seconds', 'Age of what has waited longest on a queue.', { unit: 's' });

    this.retentionLag = gauge(
      'assay_retention_lag_seconds',
      'Age beyond its retention of the oldest thing that is still there, by what it is; 0: in time.',
      { unit: 's' },
    );

    this.processMemory = gauge('assay_process_resident_memory_bytes', 'Memory of the process.', { unit: 'By' });
    this.processCpu = meter.createObservableCounter('assay_process_cpu_seconds', {
      description: 'Processor time since the process began.',
      unit: 's',
    });
    this.eventLoopUtilization = gauge(
      'assay_event_loop_utilization',
      'Busy part of the time since the last look, 0 to 1.',
    );
  }
}
