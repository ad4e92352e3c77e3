import { RequestProblem, isId, type Id, type Right } from '@assay/contracts';
import { WorkspaceEntity } from '@assay/persistence/entities';
import { may, notFound, requireRight, scopeOf, type Caller } from '@assay/contracts/requests';
import { In, IsNull, MoreThan, Not, Raw, type FindOptionsWhere, type Repository } from 'typeorm';
import { isUniqueViolation } from '../sql/unique-violation.js';
import type { CheckedWorkspace } from './workspace-view.js';

/** Columns of a workspace whose database was not checked yet. */
export type NewWorkspace = Pick<
  WorkspaceEntity,
  'dialect' | 'connection' | 'directives' | 'evidence' | 'settings' | 'acceptPrivileged' | 'accept'
>;

/** Workspace rows. Rows without privileges are unchecked or being erased, and not served. */
export class WorkspaceRows {
  constructor(private readonly repository: Repository<WorkspaceEntity>) {}

  /** @throws RequestProblem 404 if absent or outside the caller's scope */
  async find(idOrName: string, caller: Caller): Promise<CheckedWorkspace> {
    const found = await this.lookUp(idOrName, caller);
    if (found === null) throw notFound('workspace');
    return found;
  }

  /** @throws RequestProblem 404; 403 without the right there */
  async require(idOrName: string, caller: Caller, right: Right): Promise<CheckedWorkspace> {
    const found = await this.find(idOrName, caller);
    requireRight(caller, right, found.id);
    return found;
  }

  /** Null if absent or outside the caller's scope. */
  async lookUp(idOrName: string, caller: Caller): Promise<CheckedWorkspace | null> {
    // Postgres refuses NUL
    if (idOrName.includes('\0')) return null;
    const found = await this.repository.findOneBy({
      ...(isId(idOrName) ? { id: idOrName } : { name: equalsIgnoringCase(idOrName) }),
      privileges: Not(IsNull()),
    });
    return found && may(caller, 'use', found.id) ? (found as CheckedWorkspace) : null;
  }

  async page(caller: Caller, after: Id | null, limit: number): Promise<CheckedWorkspace[]> {
    const rows = await this.repository.find({
      where: { privileges: Not(IsNull()), ...idsAfter(scopeOf(caller, 'use'), after) },
      order: { id: 'ASC' },
      take: limit,
    });
    return rows as CheckedWorkspace[];
  }

  /** Early check; `update` is final. @throws RequestProblem 409 `NAME_TAKEN` */
  async requireFreeName(name: string): Promise<void> {
    if (await this.repository.existsBy({ name: equalsIgnoringCase(name) })) throw nameTaken();
  }

  /** With a name that no workspace can have. */
  async insertUnchecked(id: Id, workspace: NewWorkspace): Promise<void> {
    await this.repository.insert({ id, name: `\u0001${id}`, descriptions: {}, ...workspace });
  }

  async sealed(after: Id | null, limit: number): Promise<Pick<WorkspaceEntity, 'id' | 'connection'>[]> {
    return this.repository.find({
      select: { id: true, connection: true },
      where: { connection: Not(''), ...idsAfter(null, after) },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** False if the connection string has changed. */
  async reseal(id: Id, known: string, sealed: string): Promise<boolean> {
    return (await this.repository.update({ id, connection: known }, { connection: sealed })).affected === 1;
  }

  /** @throws RequestProblem 409 `NAME_TAKEN` */
  async update(id: Id, change: Partial<WorkspaceEntity>): Promise<void> {
    await withFreeName(() => this.repository.update(id, { ...change, updatedAt: () => 'now()' }));
  }

  /**
   * Returns the old row.
   * @throws RequestProblem 404, 409
   */
  async change(id: Id, decide: (current: CheckedWorkspace) => Partial<WorkspaceEntity>): Promise<CheckedWorkspace> {
    return withFreeName(() =>
      this.repository.manager.transaction(async (manager) => {
        const found = await manager.findOne(WorkspaceEntity, {
          where: { id, privileges: Not(IsNull()) },
          lock: { mode: 'pessimistic_write' },
        });
        if (!found) throw notFound('workspace');
        const current = found as CheckedWorkspace;
        await manager.update(WorkspaceEntity, id, { ...decide(current), updatedAt: () => 'now()' });
        return current;
      }),
    );
  }
}

function idsAfter(scope: readonly Id[] | null, after: Id | null): FindOptionsWhere<WorkspaceEntity> {
  if (scope !== null) return { id: In(scope.filter((id) => after === null || id > after)) };
  return after === null ? {} : { id: MoreThan(after) };
}

function equalsIgnoringCase(name: string): ReturnType<typeof Raw<string>> {
  return Raw((column) => `lower(${column}) = lower(:name)`, { name });
}

async function withFreeName<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken() : error;
  }
}

function nameTaken(): RequestProblem {
  return new RequestProblem(409, 'NAME_TAKEN', 'There is a workspace of this name already.');
}
