import type { Completion, ModelClient, ModelRequest } from '@assay/llm';

/** Longest wait for tasks that send the same request, ms. */
const JOIN_MS = 50;

type Send = (request: ModelRequest, signal: AbortSignal) => Promise<Completion>;

interface Member {
  request: ModelRequest;
  signal: AbortSignal;
  send: Send;
  resolve: (completion: Completion | Promise<Completion>) => void;
  reject: (error: unknown) => void;
}

/**
 * Asks equal requests of a stage's tasks in one call with `n`. Its first answer holds the usage of all. Tasks without an
 * own answer ask alone.
 */
export class SharedCalls {
  private readonly waiting = new Map<string, { members: Member[]; timer: NodeJS.Timeout }>();

  constructor(private readonly client: Pick<ModelClient, 'ignoresN'>) {}

  /**
   * @param alike tasks of the stage that send this request; 1 shares nothing
   * @param scope tasks of other scopes never share
   */
  call(request: ModelRequest, alike: number, scope: string, signal: AbortSignal, send: Send): Promise<Completion> {
    if (alike < 2 || this.client.ignoresN(request)) return send(request, signal);
    // a learnt time limit may change between tasks
    const { headers: _own, timeoutMs: _learnt, ...same } = request;
    const key = `${scope}\n${JSON.stringify(same)}`;
    return new Promise<Completion>((resolve, reject) => {
      const group = this.waiting.get(key) ?? { members: [], timer: setTimeout(() => this.ask(key), JOIN_MS) };
      this.waiting.set(key, group);
      group.members.push({ request, signal, send, resolve, reject });
      if (group.members.length === alike) this.ask(key);
    });
  }

  private ask(key: string): void {
    const group = this.waiting.get(key);
    this.waiting.delete(key);
    clearTimeout(group?.timer);
    const members = group?.members.filter((member) => !isAborted(member)) ?? [];
    const [first, ...others] = members;
    if (first === undefined) return;
    if (others.length === 0) return first.resolve(first.send(first.request, first.signal));
    const abandoned = whenAllAbort(members);
    first.send({ ...first.request, n: members.length }, abandoned).then(
      (completion) => share(completion, members),
      (error: unknown) => members.forEach((member) => isAborted(member) || member.reject(error)),
    );
    for (const member of members) member.signal.addEventListener('abort', () => isAborted(member), { once: true });
  }
}

function isAborted({ signal, reject }: Member): boolean {
  if (signal.aborted) reject(signal.reason);
  return signal.aborted;
}

function whenAllAbort(members: readonly Member[]): AbortSignal {
  const all = new AbortController();
  const look = (): void => {
    if (members.every(({ signal }) => signal.aborted)) all.abort(members[0]?.signal.reason);
  };
  for (const { signal } of members) signal.addEventListener('abort', look, { once: true });
  return all.signal;
}

/** The first member with a claim stores the usage. */
function share({ others: answers = [], ...completion }: Completion, members: readonly Member[]): void {
  const { cachedTokens: _read, cacheWriteTokens: _written, ...common } = completion;
  const [payer, ...others] = members.filter((member) => !isAborted(member));
  payer?.resolve(completion);
  others.forEach((member, index) => {
    const own = answers[index];
    const counted = { inputTokens: 0, outputTokens: 0 };
    member.resolve(own ? { ...common, ...own, ...counted } : member.send(member.request, member.signal));
  });
}
