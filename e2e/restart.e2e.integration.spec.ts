import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CLI } from './harness/program-of.js';
import type { AgentCall } from './harness/prompt-view.js';
import { GOOD_SQL, type Script } from './harness/script.js';
import { toolCalls } from './harness/tool-replies.js';
import { createWorld, type OwnWorld } from './harness/own-world.js';

const BOLOGNA = "SELECT count(*) AS customers FROM customer WHERE city = 'Bologna'";
/** Only a hang takes this long; the deadline is ten minutes. */
const ANSWER_WITHIN_MS = 100_000;

/** Uses every agent: review, escalation, comparison. */
const EVERY_AGENT: Script = {
  sql: ({ level, job }) => (level === 'ADVANCED' && job % 2 === 0 ? BOLOGNA : GOOD_SQL),
  tests: () => Array.from({ length: 10 }, (_, index) => `Assertion ${index + 1} holds.`),
  judge: (_sql, statement, { level }) => (level === 'BASIC' && statement.includes('ion 3 ') ? 'not so' : null),
  review: () => 'still not so',
  choose: (first) => ({ winner: first === GOOD_SQL ? 'A' : 'B', confidence: 0.9 }),
};

/** Answers the first `answered` calls of an agent and holds the rest. */
class Hold {
  /** Answered and held calls. */
  readonly answered: string[] = [];
  held = 0;
  private open = false;
  private holdsAll = false;
  private readonly released: Promise<void>;
  release: () => void = () => undefined;

  constructor(
    private readonly agent: string,
    private readonly level: string,
    private readonly lets: number,
  ) {
    this.released = new Promise((resolve) => {
      this.release = () => {
        this.open = true;
        resolve();
      };
    });
  }

  async any(call: AgentCall): Promise<'cut' | undefined> {
    const isDue = call.agent === this.agent && call.level === this.level && this.passed >= this.lets;
    if (!this.open && (this.holdsAll || isDue)) {
      this.held += 1;
      await this.released;
      // the caller is dead
      return 'cut';
    }
    if (call.agent === this.agent && call.level === this.level) this.passed += 1;
    this.answered.push(keyOf(call));
    return undefined;
  }
  private passed = 0;

  /** Of all agents. */
  stopAnswering(): void {
    this.holdsAll = true;
  }
}

/** Tools used before the answer. */
const LOOKS: [string, object][] = [
  ['describe_table', { table: 'customer' }],
  ['run_query', { sql: GOOD_SQL }],
];

/** Request and task: a repetition is paid twice. */
function keyOf({ call }: AgentCall): string {
  return JSON.stringify([call.task, call.agent, call.body]);
}

describe('kill -9 in mid-flight and a restart on the same data folder', () => {
  let world: OwnWorld;
  beforeAll(async () => {
    world = await createWorld({ embedded: true });
  });
  afterAll(() => world?.end());

  it.each([
    ['generator', 'BASIC', 2],
    ['evaluator', 'ADVANCED', 1],
    ['sql-selector', 'ADVANCED', 1],
  ] as const)(
    'while %s works at %s: the question finishes, nothing is doubled, no answered call is paid twice',
    async (agent, level, lets) => {
      const hold = new Hold(agent, level, lets);
      const asked = await world.ask({ ...EVERY_AGENT, any: (call) => hold.any(call) });
      while (hold.held === 0) await delay(20);
      hold.stopAnswering();
      let before = await world.view(asked.id);
      // what was answered reaches the journal
      for (; before.usage.modelCalls < hold.answered.length; before = await world.view(asked.id)) await delay(20);
      expect(before.status).toBe('RUNNING');
      const answeredBefore = hold.answered.length;
      await world.assay.kill();
      hold.release();
      await world.restart();
      const record = await world.recordOf(asked.id, ANSWER_WITHIN_MS);
      expect(record).toMatchObject({ status: 'GOLD', level: 'ADVANCED', case: 'B' });
      expect(record.result?.sqlList[0]?.sql).toBe(GOOD_SQL);
      const twice = hold.answered.filter((key, index) => hold.answered.indexOf(key) !== index);
      expect(twice).toEqual([]);
      expect(hold.answered.length).toBeGreaterThan(answeredBefore);
      expect(record.usage.modelCalls).toBe(hold.answered.length);
      for (const { candidates } of record.attempts) expect(candidates).toHaveLength(3);
    },
  );

  it('while a generator looks at the database: it continues where it was, and pays no answered call twice', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const answered: string[] = [];
    let held = 0;
    let isOpen = false;
    const script: Script = {
      any: async (call) => {
        if (call.agent !== 'generator') return undefined;
        if (!isOpen && call.texts('tool-result').length === 2) {
          held += 1;
          await released;
          return 'cut';
        }
        answered.push(JSON.stringify(call.call.body));
        const next = LOOKS[call.texts('tool-result').length];
        return next && toolCalls(next);
      },
    };
    const { id } = await world.ask(script, { settings: { sqlCandidates: 1, testBatches: 1, generatorTools: true } });
    while (held === 0) await delay(20);
    // what was answered reaches the journal
    while ((await world.view(id)).usage.modelCalls < answered.length) await delay(20);
    expect(answered).toHaveLength(2);
    await world.assay.kill();
    isOpen = true;
    release();
    await world.restart();
    const record = await world.recordOf(id);
    expect(record).toMatchObject({ status: 'GOLD', attempts: [{ candidates: [{ sql: GOOD_SQL, retries: [] }] }] });
    expect(answered).toHaveLength(3);
    expect(new Set(answered).size).toBe(3);
    expect(record.usage.replayedCalls).toBeGreaterThanOrEqual(2);
  });

  it('keeps the record of what had ended, byte for byte, and uploaded files', async () => {
    await upload('brought', 'customer.csv', 'id,name\n1,Ada\n2,Eve\n');
    const { id } = await world.play(EVERY_AGENT);
    const before = await world.api.get(`/v1/questions/${id}/record`);
    await world.killAndRestart();
    const after = await world.api.get(`/v1/questions/${id}/record`);
    expect(after.body).toEqual(before.body);
    expect((await world.api.get(`/v1/questions/${id}/rows`)).status).toBe(200);
    const brought = await world.play({ sql: () => 'SELECT name FROM customer' }, { workspace: 'brought' });
    expect(brought.record.attempts[0]?.candidates[0]?.execution?.rows).toEqual([['Ada'], ['Eve']]);
  });

  /** Makes a workspace of a file. */
  async function upload(workspace: string, name: string, content: string): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'assay-e2e-uploads-'));
    await writeFile(join(folder, name), content);
    const env = { ...process.env, ASSAY_URL: world.assay.url };
    await promisify(execFile)(process.execPath, [CLI, 'workspaces', 'add', workspace, join(folder, name)], { env });
    await rm(folder, { recursive: true });
  }

  it('Ctrl-C in mid-flight ends in order, and the question continues afterwards', async () => {
    const hold = new Hold('evaluator', 'BASIC', 0);
    const asked = await world.ask({ any: (call) => hold.any(call) });
    while (hold.held === 0) await delay(20);
    // signals during the start would end it
    while (!world.assay.stderr.includes('Ctrl-C ends it')) await delay(20);
    // 1: grace exceeded; null: killed
    expect(await world.assay.stop()).toBe(0);
    hold.release();
    await world.restart();
    expect((await world.recordOf(asked.id, ANSWER_WITHIN_MS)).status).toBe('GOLD');
  });
});
