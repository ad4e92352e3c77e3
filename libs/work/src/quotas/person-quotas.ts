import type { Id, MeView, Quota, Quotas } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import type { TaskRuntime } from '../task-runtime.js';
import { lockAccounts, readPersonUsage, type AccountUsage } from './person-usage.js';
import { refuseOverQuota } from './refuse-over-quota.js';
import { midnight, usageView } from './usage-view.js';

const NO_LIMIT: Quota = { questionsPerDay: null, tokensPerDay: null, usdPerDay: null };

/** Daily quotas of people and their groups, in all workspaces. */
export class PersonQuotas {
  private readonly groups: string[];

  constructor(
    private readonly work: Pick<TaskRuntime, 'database'>,
    private readonly quotas: Quotas,
  ) {
    this.groups = Object.keys(quotas.groups);
  }

  /** @param atomic `write` needs a transaction. @throws RequestProblem 429 `QUOTA_EXCEEDED` */
  async within<Written>(
    person: Id | null,
    write: (database: Queryable) => Promise<Written>,
    { atomic = false } = {},
  ): Promise<Written> {
    const { database } = this.work;
    const payer = this.areSet ? person : null;
    // Sums all calls of the day, so not under the lock.
    if (payer !== null) this.refuse(await readPersonUsage(database, payer, this.groups, midnight(), true));
    const counted = this.countQuestions ? payer : null;
    if (counted === null && !atomic) return write(database);
    return database.transaction(async (connection) => {
      if (counted !== null) {
        await lockAccounts(connection, counted, this.groups);
        this.refuse(await readPersonUsage(connection, counted, this.groups, midnight(), false));
      }
      return write(connection);
    });
  }

  /** Empty without quotas. */
  async usageOf(person: Id | null): Promise<NonNullable<MeView['quotas']>> {
    if (person === null || !this.areSet) return [];
    const used = await readPersonUsage(this.work.database, person, this.groups, midnight(), true);
    return used.map(({ group, ...usage }) => ({ group, ...usageView(usage, this.quotaOf(group)) }));
  }

  private refuse(accounts: readonly AccountUsage[]): void {
    for (const { group, ...usage } of accounts) {
      const owner =
        group === null
          ? { who: 'You have', setting: 'ASSAY_QUOTAS.person' }
          : { who: `Your group "${group}" has`, setting: `ASSAY_QUOTAS.groups.${group}` };
      refuseOverQuota(usage, this.quotaOf(group), owner);
    }
  }

  private get countQuestions(): boolean {
    const quotas = [this.quotas.person, ...Object.values(this.quotas.groups)];
    return quotas.some((quota) => (quota?.questionsPerDay ?? null) !== null);
  }

  private get areSet(): boolean {
    return this.quotas.person !== undefined || this.groups.length > 0;
  }

  private quotaOf(group: string | null): Quota {
    return (group === null ? this.quotas.person : this.quotas.groups[group]) ?? NO_LIMIT;
  }
}
