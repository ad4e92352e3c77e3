import {
  isAbove,
  newId,
  overrideSettings,
  RequestProblem,
  type Accepted,
  type Asker,
  type ErrorNote,
  type FieldProblem,
  type Id,
  type Level,
  type QuestionStatus,
  type Settings,
} from '@assay/contracts';
import { hashOfBody, requestCancel, type EventRow } from '@assay/persistence';
import {
  IDEMPOTENCY_KEY_RULE,
  invalidFields,
  isIdempotencyKey,
  notFound,
  scopeOf,
  type AskRequest,
  type Caller,
} from '@assay/contracts/requests';
import { placeOf } from '@assay/runtime';
import { HostRefused, resolveHost, type HostPolicy } from '@assay/runtime/addresses';
import { countEvents, traceContextOf } from '@assay/runtime/telemetry';
import { refuseOverQuota, type PersonQuotas, type TaskRuntime } from '@assay/work';
import { randomInt } from 'node:crypto';
import { identityOf, requireAsker } from '../asker/identity-of.js';
import { requireQuestion } from '../record/require-question.js';
import type { CanAnswer } from './can-answer.js';
import { continuationOf, testingSettings, untestedBy } from './continuation.js';
import { judgesOf } from './judges-of.js';
import { knownAnswer } from './known-answer.js';
import { insertQuestion } from '../sql/insert-question.js';
import { refuseWhenLate } from './refuse-when-late.js';
import { resolveAsk, type AskSituation } from '../sql/resolve-ask.js';

export interface AskInput {
  ask: AskRequest;
  caller: Caller;
  idempotencyKey?: string | null;
  /** W3C traceparent of the caller; invalid ones are dropped. */
  traceContext?: string | null;
  evaluates?: EvaluatedAnswer | null;
}

/** The answer of an evaluation that the question gives; its gold SQLs are in no prompt. */
export interface EvaluatedAnswer {
  evaluation: Id;
  goldSql: Id;
  repeat: number;
  /** The person whose quota counts the question, without owning it. */
  payer: Id | null;
}

const SEEDS = 2 ** 32;

/** Checks questions, writes them with their run in one transaction, and notifies coordinators. */
export class QuestionIntake {
  private readonly unannounced: Id[] = [];
  private announcing = false;

  constructor(
    private readonly work: Pick<TaskRuntime, 'database' | 'publisher'>,
    private readonly canAnswer: CanAnswer,
    /** By agent and level, `generator BASIC`. */
    private readonly models: () => Promise<Record<string, string>>,
    private readonly quotas: Pick<PersonQuotas, 'within'>,
    private readonly webhooks: HostPolicy,
  ) {}

  /**
   * Idempotent by key and body.
   * @throws RequestProblem 403, 404, 409 `IDEMPOTENCY_KEY_REUSED` or `NOTHING_TO_CONTINUE`, 422, 429 `QUOTA_EXCEEDED`
   * or `OVERLOADED` with the retry delay
   */
  async ask(input: AskInput): Promise<Accepted> {
    const idempotency = idempotencyOf(input.idempotencyKey ?? null, input.ask);
    const situation = await this.situation(input.ask, input.caller, idempotency?.key ?? null);
    if (situation.earlier) return repeated(situation.earlier, idempotency);
    const { workspace } = situation;
    const { asker = null } = workspace.settings;
    const identity = identityOf(asker, input.caller);
    const whose = { workspace: workspace.id, caller: input.caller, asker };
    const continuation = await continuationOf(this.work.database, input.ask, whose);
    const { ask } = continuation;
    const { settings, level } = chooseSettings(ask, situation);
    const evaluates = input.evaluates ?? null;
    if (settings.onFinish !== null && evaluates === null) await requireHost(settings.onFinish.url, this.webhooks);
    // the SQL of another question may hold what others may not see
    const isOwnWork = evaluates !== null || asker !== null;
    const known = isOwnWork ? null : await knownAnswer(this.work.database, workspace.id, ask, settings);
    refuseOverQuota(situation.today, settings.quota);
    refuseWhenLate(situation.waitingSeconds, settings);
    await this.requireFollowable(ask.follows, whose);
    const answerable = known !== null || (await this.canAnswer({ question: ask.question, level, settings, workspace }));
    const models = await this.models();
    const error = answerable === true ? null : answerable;
    const id = newId();
    const events = openingEvents(level, error);
    const person = input.caller.person?.id ?? null;
    const question = {
      id,
      workspace: workspace.id,
      owner: input.caller.owner,
      person,
      identity,
      question: ask.question,
      evidence: ask.evidence ?? [],
      follows: ask.follows ?? null,
      continues: ask.continues ?? null,
      known: known?.known ?? null,
      adopted: known?.adopted ?? continuation.adopted,
      evaluates,
      level,
      settings,
      askedSettings: ask.settings ?? {},
      models,
      judges: judgesOf(models, situation.tallies, level, settings.maxLevel, situation.reportedFaults),
      seed: settings.seed ?? randomInt(SEEDS),
      replyTo: ask.replyTo ?? null,
      traceContext: traceContextOf(input.traceContext),
      idempotency,
      error,
      audit: {
        id: newId(),
        name: input.caller.name ?? null,
        address: input.caller.address ?? null,
        via: input.caller.via ?? null,
      },
      events,
    };
    let refusal: RequestProblem | null = null;
    const written = await this.quotas
      .within(evaluates?.payer ?? person, (database) => insertQuestion(database, question))
      .catch((error: unknown) => {
        if (!(error instanceof RequestProblem)) return workspaceDeleted(error);
        refusal = error;
        return false;
      });
    if (!written) return this.lostRace(ask, input.caller, idempotency, settings, refusal);
    countEvents('question', events, error?.code);
    if (error === null) this.publish(id);
    return accepted(id, error === null ? 'QUEUED' : 'ERROR');
  }

  /** Requests cancellation. @throws RequestProblem 404; 409 `ALREADY_FINISHED` */
  async cancel(question: Id, caller: Caller): Promise<Accepted> {
    const found = await requireQuestion(this.work.database, question, caller, 'ask');
    if (!(await requestCancel(this.work.database, question))) {
      throw new RequestProblem(409, 'ALREADY_FINISHED', 'The question has ended already.');
    }
    this.publish(question);
    return accepted(question, found.status);
  }

  /** The followed question must be of the same workspace. */
  private async requireFollowable(
    followed: Id | undefined,
    { workspace, caller, asker }: { workspace: Id; caller: Caller; asker: Asker | null },
  ): Promise<void> {
    if (followed === undefined) return;
    const found = await requireQuestion(this.work.database, followed, caller, 'ask');
    requireAsker(asker, found.identity, caller);
    if (found.workspace === workspace) return;
    throw invalidFields([{ field: 'follows', message: 'must be a question of the same workspace' }]);
  }

  private async situation(ask: AskRequest, caller: Caller, key: string | null): Promise<AskSituation> {
    const situation = await resolveAsk(this.work.database, ask.workspace, scopeOf(caller, 'ask'), caller.owner, key);
    if (!situation) throw notFound('workspace');
    return situation;
  }

  /** Lost the race: same idempotency key, or quota exhausted. */
  private async lostRace(
    ask: AskRequest,
    caller: Caller,
    idempotency: Idempotency | null,
    settings: Settings,
    refusal: RequestProblem | null,
  ): Promise<Accepted> {
    const { earlier, today } = await this.situation(ask, caller, idempotency?.key ?? null);
    if (earlier) return repeated(earlier, idempotency);
    if (refusal !== null) throw refusal;
    refuseOverQuota(today, settings.quota);
    throw new Error('a question was neither written, nor found under its idempotency key, nor over the quota');
  }

  /** In batches; callers do not wait, because the sweep repeats lost publications. */
  private publish(id: Id): void {
    this.unannounced.push(id);
    if (!this.announcing) void this.announce();
  }

  private async announce(): Promise<void> {
    this.announcing = true;
    try {
      while (this.unannounced.length > 0) await this.work.publisher.advances(this.unannounced.splice(0));
    } finally {
      this.announcing = false;
    }
  }
}

interface Idempotency {
  key: string;
  bodyHash: string;
}

function idempotencyOf(key: string | null, ask: AskRequest): Idempotency | null {
  if (key === null) return null;
  if (isIdempotencyKey(key)) return { key, bodyHash: hashOfBody(ask) };
  throw invalidFields([{ field: 'Idempotency-Key', message: IDEMPOTENCY_KEY_RULE }]);
}

function repeated(earlier: NonNullable<AskSituation['earlier']>, idempotency: Idempotency | null): Accepted {
  if (earlier.bodyHash === idempotency?.bodyHash) return accepted(earlier.run, earlier.status);
  throw new RequestProblem(
    409,
    'IDEMPOTENCY_KEY_REUSED',
    'This idempotency key was used for another question within the last 24 hours.',
  );
}

function chooseSettings(ask: AskRequest, { workspace }: AskSituation): { settings: Settings; level: Level } {
  const base = ask.continues === undefined ? workspace.settings : testingSettings(workspace.settings);
  const { settings, violations } = overrideSettings(base, ask.settings ?? {});
  const problems: FieldProblem[] = violations.map(({ field, message }) => ({ field: `settings.${field}`, message }));
  if (ask.continues !== undefined) problems.push(...untestedBy(settings));
  const level = ask.level ?? 'BASIC';
  if (isAbove(level, settings.maxLevel)) {
    problems.push({ field: 'level', message: 'must not be above the highest level of the settings' });
  }
  if (problems.length > 0) throw invalidFields(problems);
  return { settings, level };
}

async function requireHost(url: string, policy: HostPolicy): Promise<void> {
  try {
    await resolveHost(placeOf(url), policy);
  } catch (error) {
    // delivery tries again where the name is not resolved
    if (!(error instanceof HostRefused) || error.isUnknown) return;
    throw invalidFields([{ field: 'settings.onFinish.url', message: `cannot be called: ${error.message}` }]);
  }
}

function openingEvents(level: Level, error: ErrorNote | null): EventRow[] {
  const events: EventRow[] = [{ type: 'question-accepted', body: {} }];
  if (error) events.push({ type: 'question-finished', body: { status: 'ERROR', case: null, level } });
  return events;
}

/** The workspace was deleted before the write. */
function workspaceDeleted(error: unknown): never {
  const violatesForeignKey = (error as { code?: unknown }).code === '23503';
  throw violatesForeignKey ? notFound('workspace') : error;
}

function accepted(id: Id, status: QuestionStatus): Accepted {
  const self = `/v1/questions/${id}`;
  return {
    id,
    status,
    links: { self, record: `${self}/record`, events: `${self}/events`, rows: `${self}/rows`, cancel: `${self}/cancel` },
  };
}
