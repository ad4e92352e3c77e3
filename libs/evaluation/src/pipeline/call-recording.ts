import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EvaluationProblem } from '../evaluation-problem.js';
import type { ModelAnswer, ModelCall, ModelCalls } from './model-calls.js';

/** Without API key and headers. */
interface RecordedCall {
  /** Hash of path and body, equal in each run. */
  key: string;
  agent: string;
  /** Replay uses the key. */
  request: unknown;
  contentType: string;
  response: string;
}

export class RecordingCalls implements ModelCalls {
  private lastWrite: Promise<void> = Promise.resolve();
  count = 0;

  private constructor(
    private readonly inner: ModelCalls,
    private readonly file: string,
  ) {}

  static async to(file: string, inner: ModelCalls, options: { fresh: boolean }): Promise<RecordingCalls> {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, '', { flag: options.fresh ? 'w' : 'a' });
    return new RecordingCalls(inner, file);
  }

  async answer(call: ModelCall): Promise<ModelAnswer> {
    const answer = await this.inner.answer(call);
    // Refused calls are retried.
    if (answer.status === 200) await this.write(call, answer);
    return answer;
  }

  private async write(call: ModelCall, { contentType, body }: ModelAnswer): Promise<void> {
    const recorded: RecordedCall = {
      key: keyOf(call),
      agent: String(call.headers['x-assay-agent'] ?? ''),
      request: parsed(call.body),
      contentType,
      response: body.toString(),
    };
    this.count += 1;
    // Lines must not interleave.
    const write = this.lastWrite.then(() => appendFile(this.file, `${JSON.stringify(recorded)}\n`));
    this.lastWrite = write.catch(() => undefined);
    return write;
  }
}

/** Equal calls get answers in order; the last repeats. */
export class ReplayedCalls implements ModelCalls {
  private readonly asked = new Map<string, number>();
  missed = 0;

  private constructor(private readonly answers: ReadonlyMap<string, RecordedCall[]>) {}

  static async from(file: string): Promise<ReplayedCalls> {
    const text = await readFile(file, 'utf8').catch(() => {
      throw new EvaluationProblem(`there is no recording ${file}`);
    });
    const lines = text.split('\n').filter((line) => line !== '');
    const calls = lines.map((line, index) => {
      const call = parsed(line) as Partial<RecordedCall> | null;
      if (typeof call?.key !== 'string' || typeof call.response !== 'string') {
        throw new EvaluationProblem(`${file} is no recording: line ${index + 1} is not a call`);
      }
      return call as RecordedCall;
    });
    return new ReplayedCalls(Map.groupBy(calls, ({ key }) => key));
  }

  answer(call: ModelCall): Promise<ModelAnswer> {
    const key = keyOf(call);
    const answers = this.answers.get(key) ?? [];
    const asked = this.asked.get(key) ?? 0;
    this.asked.set(key, asked + 1);
    const recorded = answers[asked] ?? answers.at(-1);
    if (recorded !== undefined) return Promise.resolve(replayed(200, recorded.contentType, recorded.response));
    this.missed += 1;
    const message = 'this call is not in the recording: its prompt, model or settings differ from what was recorded';
    const error = JSON.stringify({ error: { message, type: 'not_recorded' } });
    // 5xx would trigger retries.
    return Promise.resolve(replayed(404, 'application/json', error));
  }
}

function replayed(status: number, contentType: string, body: string): ModelAnswer {
  return { status, contentType, retryAfter: null, body: Buffer.from(body) };
}

/** Of path and body, without what differs between runs: fence nonces, and the name of the provider's cache. */
function keyOf({ path, body }: ModelCall): string {
  const text = body.toString().replace(/,?"prompt_cache_key":"[^"]*"/, '');
  const nonces = [...new Set([...text.matchAll(/<data-([A-Za-z0-9]{6,64})/g)].map(([, nonce]) => nonce as string))];
  const stable = nonces.reduce((kept, nonce, index) => kept.replaceAll(nonce, `nonce${index}`), text);
  return createHash('sha256').update(`${path}\n${stable}`).digest('base64url');
}

function parsed(text: Buffer | string): unknown {
  try {
    return JSON.parse(text.toString()) as unknown;
  } catch {
    return null;
  }
}
