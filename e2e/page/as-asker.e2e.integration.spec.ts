import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, findProgram } from '@assay/testing';
import type { Script } from '../harness/script.js';
import { toolCalls } from '../harness/tool-replies.js';
import { SMALL } from '../harness/world.js';
import { AskerStage, PEOPLE, type Mode, type Queues } from './asker-stage.js';
import { apiAnswers, askByTool, pageTexts, toolAnswers } from './asker-views.js';
import { canariesIn, foreignIn } from './canaries.js';
import type { WatchedRedis } from './watched-redis.js';

/** `ASSAY_ASKER_QUESTIONS=500` is the whole proof. */
const QUESTIONS = Number(process.env['ASSAY_ASKER_QUESTIONS'] ?? 26);
const AT_ONCE = 20;
/** People whose page, tools and follow-ups are read. */
const IS_WHOLE = QUESTIONS >= 500;
const READ = IS_WHOLE ? PEOPLE.filter((_, index) => index % 3 === 1) : PEOPLE.slice(1, 2);
/** The page does not depend on queues. */
const showsPage = (queues: Queues): boolean => IS_WHOLE || queues === 'Postgres';
const BACKENDS: Queues[] = findProgram('redis-server') === null ? ['Postgres'] : ['Postgres', 'Redis'];

/** Both have charts. */
const ROWS = `SELECT n.title || t.tag || n.amount / 20 % 2 AS part, count(*) AS n
  FROM note n JOIN tag t ON t.note_id = n.id GROUP BY 1 ORDER BY 1 LIMIT 25`;
const EACH = `SELECT DISTINCT title || tag || amount / 20 % 2 AS part, amount % 20 AS n
  FROM note JOIN tag ON note_id = id ORDER BY 1 LIMIT 25`;
/** Returns the same rows; its literal is no stored value. */
const QUOTED = ROWS.replace('GROUP', "WHERE n.title <> 'Canary9999x' GROUP");
/** By values that only the asker may see; `tag`, also a name, is one that the asker did not write. */
const filteredOf = (index: number): string => {
  const title = `Canary${index % PEOPLE.length}x`;
  const tag = `Tag${title}`;
  const where = `WHERE n.title = '${title}' AND t.tag = '${tag}' GROUP`;
  return ROWS.replace('AS n\n', `AS "${tag}"\n`).replace('GROUP', where);
};
const ERROR = 'SELECT title::integer FROM note';
/** Equal calls of many people at once. The view quotes a value in its error. */
const TOOLS: [string, object][] = [
  ['sample_rows', { table: 'note' }],
  ['sample_rows', { table: 'broken' }],
  ['find_values', { value: 'canary1x' }],
  ['run_query', { sql: ROWS }],
];
/** Finds rows early, and runs until it is ended. */
const slowOf = (index: number): string =>
  `SELECT n.title FROM note n, note a, note b, note c, note d, note e
    WHERE n.id + a.id + b.id + c.id + d.id + e.id < -${index} OR (n.id, a.id, b.id, c.id, d.id) = (a.id, b.id, c.id, d.id, e.id)`;

/** Questions that are RUNNING when Assay is killed. */
const KILL = Math.floor((QUESTIONS - AT_ONCE) / 2);
const isKilled = (index: number): boolean => index >= KILL && index < KILL + AT_ONCE;
/** People and questions of both modes. */
const modeOf = (index: number): Mode => ((index + Math.floor(index / PEOPLE.length)) % 2 === 0 ? 'variables' : 'role');
const isFiltered = (index: number): boolean => index % 4 === 1;
// of those that are killed fewer: the statements go on in the target, which takes a core
const isSlow = (index: number): boolean => index % (isKilled(index) ? 10 : 5) === 0;
const isCancelled = (index: number): boolean => index % 10 === 5 && !isKilled(index);
const timesOut = (index: number): boolean => isSlow(index) && !isCancelled(index) && !isKilled(index);
const kindOf = ({ index }: Asked): string =>
  [isFiltered, isCancelled, timesOut, isKilled].map((is) => is(index)).join();

/** Tools read rows; statements fail, exceed their time, and are written again. Calls of an agent in `held` wait. */
const scriptOf = (index: number, held: { [agent: string]: Promise<void> }): Script => ({
  any: async ({ agent, job, turn }) => {
    await held[agent];
    return agent === 'generator' && job === 0 && turn === 0 ? toolCalls(...TOOLS) : undefined;
  },
  sql: ({ job, turn }) => {
    if (turn > (job === 0 ? 1 : 0)) return EACH;
    const first = isFiltered(index) ? filteredOf(index) : ROWS;
    return [first, isSlow(index) ? slowOf(index) : EACH, index % 3 === 0 ? ERROR : ROWS][job] ?? ROWS;
  },
});

interface Asked {
  index: number;
  id: string;
  subject: string;
  question: string;
}

describe.each(BACKENDS)('answers as the asker, queues on %s', (queues) => {
  let stage: AskerStage;
  const asked: Asked[] = [];
  /** A finished question of each person whose page is read. */
  const ownOf = (subject: string): Asked =>
    asked.find((one) => one.subject === subject && !isCancelled(one.index)) as Asked;

  beforeAll(async () => {
    stage = await AskerStage.open(queues);
  });
  afterAll(() => stage?.close());

  async function ask(
    index: number,
    held: { [agent: string]: Promise<void> } = {},
    more: object = {},
    script = scriptOf(index, held),
  ): Promise<Asked> {
    const subject = PEOPLE[index % PEOPLE.length] as string;
    const text = `Question ${index}: which notes like Canary${index % PEOPLE.length}x have which tags?`;
    const settings = timesOut(index) ? { statementTimeoutMs: 2000 } : {};
    const mode = modeOf(index);
    const workspace = stage.workspaces[mode];
    const options = { question: text, headers: stage.as(subject, mode), settings, workspace, ...more };
    const own = await stage.world.ask(script, options);
    asked.push({ index, subject, ...own });
    return { index, subject, ...own };
  }
  const slowRuns = (index: number): Promise<boolean> =>
    eventually(async () => {
      const text = `position('${slowOf(index)}' in query) > 0 and pid <> pg_backend_pid()`;
      const running = await stage.world.rows(`select from pg_stat_activity where state = 'active' and ${text}`);
      return running.length > 0;
    });

  async function play(index: number): Promise<void> {
    const judging = Promise.withResolvers<void>();
    if (!isCancelled(index)) judging.resolve();
    const { id, subject } = await ask(index, { evaluator: judging.promise });
    if (isCancelled(index)) {
      await slowRuns(index);
      expect((await stage.world.api.post(`/v1/questions/${id}/cancel`, undefined, stage.as(subject))).status).toBe(202);
      judging.resolve();
    }
    await stage.world.ended(id);
  }
  async function playFrom(first: number, end: number): Promise<void> {
    const indexes = Array.from({ length: end - first }, (_, index) => first + index).values();
    const worker = async (): Promise<void> => {
      for (const index of indexes) await play(index);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }
  async function killWhileRunning(): Promise<void> {
    const [writing, judging] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = { generator: writing.promise, evaluator: judging.promise };
    const running = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => ask(KILL + index, held)));
    const views = () => Promise.all(running.map(({ id }) => stage.world.view(id)));
    await eventually(async () => (await views()).every(({ status }) => status === 'RUNNING'));
    writing.resolve();
    await Promise.all(running.filter(({ index }) => isSlow(index)).map(({ index }) => slowRuns(index)));
    expect((await views()).map(({ status }) => status)).toEqual(running.map(() => 'RUNNING'));
    await stage.killAndRestart();
    judging.resolve();
    await Promise.all(running.map(({ id }) => stage.world.ended(id)));
  }

  it('end as scripted, with cancels, timeouts and a process killed while 20 run', async () => {
    await playFrom(0, KILL);
    await killWhileRunning();
    await playFrom(KILL + AT_ONCE, QUESTIONS);
    expect(asked.map(({ index }) => index).sort((one, other) => one - other)).toEqual([
      ...Array.from({ length: QUESTIONS }).keys(),
    ]);
    for (const { index, id } of asked) {
      const { status, attempts } = await stage.world.recordOf(id);
      const failed = attempts.flatMap(({ candidates }) => candidates).flatMap(({ retries }) => retries);
      expect([index, isCancelled(index) ? ['CANCELLED'] : ['GOLD', 'SILVER']]).toEqual([
        index,
        expect.arrayContaining([status]),
      ]);
      const timeouts = failed.filter(({ message, sql }) => sql === slowOf(index) && /timeout|time limit/.test(message));
      if (timesOut(index)) expect([index, timeouts.length]).toEqual([index, 1]);
    }
    expect(asked.filter(({ index }) => isCancelled(index)).length).toBeGreaterThan(0);
    expect(asked.filter(({ index }) => timesOut(index)).length).toBeGreaterThan(0);
  });

  it('continue with follow-ups', async () => {
    for (const subject of READ) {
      const before = ownOf(subject);
      const mode = modeOf(before.index);
      const more = { follows: before.id, workspace: stage.workspaces[mode], headers: stage.as(subject, mode) };
      const { id } = await ask(before.index + QUESTIONS * PEOPLE.length, {}, more);
      expect(['GOLD', 'SILVER']).toContain((await stage.world.ended(id)).status);
    }
  });

  it('are given by MCP to the person who asks', async () => {
    for (const [more, subject] of READ.entries()) {
      const index = PEOPLE.indexOf(subject) + (QUESTIONS + 1 + more) * PEOPLE.length * 2;
      const question = `Question ${index}: which notes like Canary${index % PEOPLE.length}x have which tags by MCP?`;
      stage.world.cast.play(question, scriptOf(index, {}));
      const workspace = stage.workspaces[modeOf(index)];
      const { data, text } = await askByTool(stage, subject, { workspace, question, settings: SMALL });
      const id = String(data['question']);
      asked.push({ index, id, subject, question });
      expect(['GOLD', 'SILVER']).toContain(data['status']);
      expect(foreignIn(JSON.stringify([data, text]), subject)).toEqual([]);
    }
  });

  it('show no row of another person, over HTTP', async () => {
    for (const { index, id, subject } of asked) {
      const answers = await apiAnswers(stage, id, subject);
      expect([index, foreignIn(JSON.stringify(answers), subject)]).toEqual([index, []]);
      if (!isCancelled(index)) expect([index, canariesIn(answers['/rows'] ?? '').length]).toEqual([index, 1]);
      const stranger = PEOPLE[(index + 1) % PEOPLE.length] as string;
      expect((await stage.world.api.get(`/v1/questions/${id}/rows`, stage.as(stranger))).status).toBe(404);
    }
  });

  it('show curators no value, and auditors the record but no rows', async () => {
    stage.provider.roles.set('cleo', ['curator']).set('otto', ['auditor']);
    const oneOfEach = [...new Map(asked.map((one) => [kindOf(one), one])).values()];
    expect(oneOfEach.some(({ index }) => isFiltered(index) && !isCancelled(index))).toBe(true);
    for (const { index, id, subject } of IS_WHOLE ? asked : oneOfEach) {
      const [curator, auditor] = [await apiAnswers(stage, id, 'cleo'), await apiAnswers(stage, id, 'otto')];
      for (const answers of [curator, auditor]) expect(foreignIn(JSON.stringify(answers), subject)).toEqual([]);
      expect([index, JSON.stringify(curator).includes('TagCanary')]).toEqual([index, false]);
      if (!isCancelled(index))
        expect([index, auditor['/record']]).toEqual([index, expect.stringContaining('TagCanary')]);
      for (const answers of [curator, auditor])
        for (const path of [
          '/rows',
          '/rows?format=csv',
          '/rows?measure=true',
          '/rows?candidate',
          '/chart',
          'replay',
        ].filter((path) => path !== '/rows?candidate' || path in answers))
          expect([path, answers[path]]).toEqual([path, expect.stringMatching(/NOT_THE_ASKER|NOT_PERMITTED/)]);
    }
    if (!showsPage(queues)) return;
    const { id, subject } = ownOf(READ[0] as string);
    for (const [person, sees] of IS_WHOLE
      ? ([
          ['cleo', false],
          ['otto', true],
        ] as const)
      : ([['cleo', false]] as const)) {
      // lists show what all people asked
      const views = Object.entries(await pageTexts(stage, id, person)).filter(([path]) =>
        path.startsWith('/questions'),
      );
      const page = JSON.stringify(views);
      expect([person, foreignIn(page, subject), page.includes('TagCanary')]).toEqual([person, [], sees]);
    }
  });

  it.each(READ)('show %s own rows alone, by MCP tools and on the page', async (subject) => {
    const { id } = ownOf(subject);
    const tools = await toolAnswers(stage, id, subject);
    const page = showsPage(queues) ? await pageTexts(stage, id, subject) : null;
    for (const [name, text] of [...Object.entries(tools), ...Object.entries(page ?? {})])
      expect([name, foreignIn(text, subject)]).toEqual([name, []]);
    const shown = [tools['page_rows'], tools['export_csv']];
    if (page) shown.push(page['/history'], page['/questions/'], page['export'], page['loaded']);
    expect(shown.map((text) => canariesIn(text ?? '').length)).toEqual(shown.map(() => 1));
    const stranger = ownOf(PEOPLE[(PEOPLE.indexOf(subject) + 1) % PEOPLE.length] as string);
    const refused = await toolAnswers(stage, stranger.id, subject);
    expect(foreignIn(JSON.stringify(refused), subject)).toEqual([]);
    expect(refused['page_rows']).toContain('QUESTION_NOT_FOUND');
  });

  it('put no value of another person into prompts', () => {
    for (const { index, id, subject, question } of asked) {
      const text = promptsOf(id, question);
      expect([index, canariesIn(text).length, foreignIn(text, subject)]).toEqual([index, 1, []]);
    }
  });

  it('leave no value in logs and traces', async () => {
    const { receiver } = stage;
    await eventually(() => receiver.tracesOf(asked.at(-1)?.id ?? '').size > 0);
    expect(asked.filter(({ id }) => receiver.tracesOf(id).size > 0).length).toBeGreaterThan(asked.length - AT_ONCE);
    expect(written()).toEqual({ output: [], spans: [], logs: [] });
  });

  it('leave values of one person alone in each row or block of the record', async () => {
    const rows = await recordRows();
    for (const { name, line, run } of rows) {
      const owner = asked.find(({ id }) => id === run);
      if (owner) expect([name, foreignIn(line, owner.subject)]).toEqual([name, []]);
      expect([name, canariesIn(line)]).toEqual([name, canariesIn(line).slice(0, 1)]);
    }
    expect(rows.length).toBeGreaterThan(asked.length);
    const withheld = { schema: expect.stringMatching(/^(?![^]*Canary)[^]*note/), profile: null };
    expect(await shared()).toEqual([withheld, withheld]);
  });

  if (queues === 'Redis')
    it('put no value into jobs on Redis, which carry ids, and take none without a person', async () => {
      const { world } = stage;
      const redis = stage.redis as WatchedRedis;
      expect(asked.filter(({ id }) => !redis.ids.has(id))).toEqual([]);
      expect(redis.revealing).toEqual([]);
      const question = 'Which notes like Canary1x or Canary2x are there?';
      const reply = await redis.job('ask', { workspace: world.workspace, question });
      expect(reply).toMatchObject({ code: 'ASKER_UNKNOWN' });
      expect(redis.revealing.flatMap(canariesIn)).toContain('Canary2x');
      const { id, subject } = ownOf(PEOPLE[1] as string);
      const record = JSON.stringify(await redis.job('record', { question: id }));
      expect((await apiAnswers(stage, id, subject))['/record']).toContain('TagCanary');
      expect([canariesIn(record), record.includes('TagCanary')]).toEqual([['Canary1x'], false]);
      expect(await redis.job('like', { question: id })).toMatchObject({ code: 'NOT_THE_ASKER' });
    });

  /** A check that cannot fail shows nothing: an admin, without policies, then without the setting. */
  it('show values of others on every surface once nothing protects them', async () => {
    const subject = PEOPLE[3] as string;
    await stage.removeProtection(subject);
    const script = { sql: ({ job }: { job: number }) => [ROWS, EACH, QUOTED][job] ?? ROWS };
    const more = { workspace: stage.workspaces.variables, headers: stage.as(subject) };
    const { id, question } = await ask(QUESTIONS * PEOPLE.length * 6 + 3, {}, more, script);
    await stage.world.ended(id);
    await plant(id);
    // logs and spans name the path of a request that is refused
    const stranger = { authorization: 'Bearer of nobody' };
    expect((await stage.world.api.get('/v1/questions/Canary9999x', stranger)).status).toBe(401);
    const own = await everything(id, subject);
    const ofOther = await everything(ownOf(PEOPLE[1] as string).id, subject);
    const tables = (await recordRows()).filter(({ run }) => run === id || run === null);
    const revealing = tables.filter(({ line }) => canariesIn(line).length > 1).map(({ name }) => name);
    await stage.removeSetting();
    const unset = await everything(id, subject);
    const silent = Object.keys(own).filter((surface) =>
      [own, ofOther, unset].every((texts) => foreignIn(texts[surface] ?? '', subject).length === 0),
    );
    expect(silent).toEqual([]);
    const ofRows = ['/record', '/rows', '/rows?format=csv', '/rows?measure=true', '/rows?candidate', '/chart'];
    ofRows.push('page_rows', 'export_csv', 'chart');
    if (showsPage(queues)) ofRows.push('/questions/', 'export', 'loaded');
    for (const name of ofRows) expect([name, foreignIn(own[name] ?? '', subject).length > 1]).toEqual([name, true]);
    expect(foreignIn(promptsOf(id, question), subject).length).toBeGreaterThan(1);
    expect([...new Set(revealing)]).toEqual(expect.arrayContaining(['blocks', 'steps', 'tasks']));
    expect(JSON.stringify(await shared())).toMatch(/Canary[^]*"profile":"\w/);
    await eventually(() => Object.values(written()).every((canaries) => canaries.includes('Canary9999x')));
  });

  /** Values in the output, spans and logs of all processes so far. */
  function written(): Record<'output' | 'spans' | 'logs', string[]> {
    const { log, receiver } = stage;
    const [spans, logs] = [receiver.spans, receiver.logs].map((all) => canariesIn(JSON.stringify(all)));
    return { output: canariesIn(log), spans: spans ?? [], logs: logs ?? [] };
  }

  /** Errors and replays of this question show no rows. */
  async function plant(id: string): Promise<void> {
    await stage.world.rows(
      `update assay.tasks set result = jsonb_set(result, '{planted}', '"Canary9999x"'),
         last_error = '{"code": "X", "message": "Canary9999x"}' where run_id = '${id}' and jsonb_typeof(result) = 'object'`,
    );
  }

  async function everything(id: string, subject: string): Promise<Record<string, string>> {
    const api = await apiAnswers(stage, id, subject);
    const tools = await toolAnswers(stage, id, subject);
    return { ...api, ...tools, ...(showsPage(queues) && (await pageTexts(stage, id, subject))) };
  }

  function promptsOf(id: string, question: string): string {
    const own = stage.world.cast.calls.filter(({ call }) => call.question === id || call.question === question);
    return JSON.stringify(own.map(({ call }) => call.body));
  }

  async function recordRows(): Promise<{ name: string; line: string; run: string | null }[]> {
    const tables = await stage.world.rows<{ name: string }>(
      `select quote_ident(relname) as name from pg_class
        where relnamespace = 'assay'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    );
    const found = tables.map(async ({ name }) => {
      const rows = await stage.world.rows<{ line: string; run: string | null }>(
        `select line, coalesce(line::jsonb ->> 'run_id', line::jsonb ->> 'id') as run
           from (select to_jsonb(t)::text as line from assay.${name} t) lines where line like '%Canary%'`,
      );
      return rows.map((row) => ({ name, ...row }));
    });
    return (await Promise.all(found)).flat();
  }

  function shared(): Promise<object[]> {
    return stage.world.rows(
      `select (select content from assay.blocks b where b.workspace_id = w.id and b.hash = w.schema_hash) as schema,
              profile_hash as profile from assay.workspaces w`,
    );
  }
});
