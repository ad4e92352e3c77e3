import { describe, expect, it } from '@jest/globals';
import { newId } from '@assay/contracts';
import { eventually } from '@assay/testing';
import type { FinishItem, LostTask } from '@assay/persistence';
import { Reconciler } from './reconciler.js';

type Parts = ConstructorParameters<typeof Reconciler>;

function lostTask(reason: LostTask['reason']): LostTask {
  return { task: newId(), claim: newId(), run: newId(), stage: newId(), losses: 0, reason };
}

function world({
  lost = [] as LostTask[],
  whileReading = (): void => undefined,
  refusals = 0,
  rejected = '',
  lostJobs = async () => null,
}) {
  const known = { judges: true, refusals };
  const statements: string[] = [];
  const finished: string[] = [];
  const errors: Error[] = [];
  const database = {
    query: async ({ name }: { name: string }) => {
      statements.push(name);
      if (name === 'sweep_outbox') return [{ kind: 'run', id: 'run' }];
      if (name !== 'lost_tasks') return [];
      whileReading();
      return lost;
    },
  };
  const finish = async ({ task }: FinishItem): Promise<void> => {
    if (task === rejected) throw new Error('refused');
    finished.push(task);
  };
  const publisher = { tasks: async () => true, advances: async () => (known.refusals -= 1) < 0 };
  const reconciler = new Reconciler(
    database as unknown as Parts[0],
    { canJudgePeers: () => known.judges } as Parts[1],
    { finish } as unknown as Parts[2],
    publisher as unknown as Parts[3],
    { lostJobs },
    (error) => void errors.push(error),
  );
  return { reconciler, known, statements, finished, errors };
}

describe('a round of the reconciler', () => {
  it('takes no task for a silence that its own heartbeat shares, because Postgres hung during the read', async () => {
    const lost = [lostTask('silent'), lostTask('overdue')];
    const whileReading = (): void => void (hung.known.judges = false);
    const hung = world({ lost, whileReading });
    await hung.reconciler.run();
    expect(hung.finished).toEqual([lost[1]?.task]);
    const calm = world({ lost });
    await calm.reconciler.run();
    expect(calm.finished).toEqual(lost.map(({ task }) => task));
  });

  it('publishes although the end of one task is rejected, and reports it', async () => {
    const lost = [lostTask('overdue'), lostTask('overdue')];
    const { reconciler, statements, finished, errors } = world({ lost, rejected: lost[0]?.task });
    await reconciler.run();
    expect(finished).toEqual([lost[1]?.task]);
    expect(errors).toEqual([new Error('refused')]);
    expect(statements).toContain('sweep_outbox');
  });

  it('looks for lost tasks at each tick while an earlier round waits for the queues', async () => {
    const frozen = Promise.withResolvers<null>();
    const { reconciler, statements } = world({ lostJobs: () => frozen.promise });
    reconciler.start();
    await eventually(() => statements.length === 3);
    expect(new Set(statements)).toEqual(new Set(['lost_tasks']));
    frozen.resolve(null);
    await reconciler.stop();
    expect(statements.filter((name) => name === 'sweep_outbox')).toHaveLength(1);
  });

  it('treats jobs as lost after the queues have refused some, until they take all', async () => {
    const { reconciler, statements } = world({ refusals: 2 });
    const repairs: boolean[] = [];
    for (let round = 0; round < 4; round += 1) {
      statements.length = 0;
      await reconciler.run();
      repairs.push(statements.includes('delete_run_publications'));
    }
    expect(repairs).toEqual([false, true, true, false]);
  });
});
