import { Api } from '../harness/api-client.js';
import { QuestionViews } from '../harness/question-views.js';
import type { Record } from '../harness/record-schema.js';
import { setTimeout as delay } from 'node:timers/promises';
import type { Scenario } from './scenarios.js';

/** Ms. */
const READY_WITHIN_MS = 240_000;
/** Ms, on a machine with twelve services. */
const ENDS_WITHIN_MS = 300_000;

/** Well within what one key may ask in a minute, with twenty questions open. */
const LOOK_MS = 200;

const {
  ASSAY_URL: url = 'http://127.0.0.1:3000',
  ASSAY_API_KEY: apiKey,
  ASSAY_E2E_MODEL_URL: modelUrl = 'http://127.0.0.1:8080',
  ASSAY_E2E_TARGET_URL: targetUrl = 'postgres://reader:reads-only@target:5432/shop',
} = process.env;

/** A deployed Assay: url, key, model and target. */
export class Deployment {
  readonly api = new Api(url, apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` });
  readonly questions = new QuestionViews(this.api, { first: LOOK_MS, most: LOOK_MS });
  /** As its db-sampler reaches it. */
  readonly targetUrl = targetUrl;
  private asked = 0;

  private constructor(readonly workspace: string) {}

  /** Waits until it serves; creates the suite's workspace. */
  static async open(): Promise<Deployment> {
    const until = Date.now() + READY_WITHIN_MS;
    for (;;) {
      const health = await fetch(`${url}/health/ready`).catch(() => null);
      if (health?.ok) break;
      if (Date.now() > until) throw new Error(`${url} is not ready: ${(await health?.text()) ?? 'no answer'}`);
      await delay(500);
    }
    return new Deployment(await new Deployment('').createWorkspace(until));
  }

  /** Unique text with the scenario's name. */
  question(scenario: Scenario): string {
    return `How many customers are there, asked ${process.pid}-${++this.asked}? (${scenario})`;
  }

  body(scenario: Scenario, settings: object = {}): object {
    const small = { sqlCandidates: 2, testBatches: 2, seed: 7 };
    return { workspace: this.workspace, question: this.question(scenario), settings: { ...small, ...settings } };
  }

  async ask(scenario: Scenario, settings: object = {}): Promise<string> {
    const { id } = await this.api.expect<{ id: string }>(202, 'POST', '/v1/questions', this.body(scenario, settings));
    return id;
  }

  /** Checks the record by the outside contract, and its calls by the model's. */
  async play(scenario: Scenario, settings: object = {}): Promise<Record> {
    return this.recordOf(await this.ask(scenario, settings));
  }

  async recordOf(id: string): Promise<Record> {
    return this.questions.recordOf(id, ENDS_WITHIN_MS);
  }

  /** By the model's count. */
  async modelCalls(id: string): Promise<{ [agent: string]: number }> {
    return (await (await fetch(`${modelUrl}/calls/${id}`)).json()) as { [agent: string]: number };
  }

  /** The database may still be starting. */
  private async createWorkspace(until: number): Promise<string> {
    const body = { name: `shop-${process.hrtime.bigint()}`, database: { dialect: 'postgres', url: this.targetUrl } };
    for (;;) {
      const reply = await this.api.post<{ id: string }>('/v1/workspaces', body);
      if (reply.status === 201) return reply.body.id;
      if (Date.now() > until) throw new Error(`no workspace: ${reply.status} ${JSON.stringify(reply.body)}`);
      await delay(1000);
    }
  }
}
