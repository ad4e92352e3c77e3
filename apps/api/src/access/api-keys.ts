import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { isId, newId, type ApiKeyView, type CreatedApiKey, type Id, type Page } from '@assay/contracts';
import { ApiKeyEntity, WorkspaceEntity } from '@assay/persistence/entities';
import { invalidFields, notFound, pageOf, type ApiKeyCreate, type PageQuery } from '@assay/contracts/requests';
import { In, IsNull, MoreThan, Repository } from 'typeorm';
import { Gate } from './gate.js';
import { hashOfKey } from './hash-of-key.js';
import { newKey } from './key-form.js';

/** The text of a key is shown once; its hash is stored. */
@Injectable()
export class ApiKeys {
  constructor(
    @InjectRepository(ApiKeyEntity) private readonly keys: Repository<ApiKeyEntity>,
    @InjectRepository(WorkspaceEntity) private readonly workspaces: Repository<WorkspaceEntity>,
    private readonly gate: Gate,
  ) {}

  async list(page: PageQuery): Promise<Page<ApiKeyView>> {
    const read = (after: Id | null, take: number): Promise<ApiKeyEntity[]> =>
      this.keys.find({
        where: { revokedAt: IsNull(), ...(after === null ? {} : { id: MoreThan(after) }) },
        order: { id: 'ASC' },
        take,
      });
    return pageOf(page, read, viewOf);
  }

  /** The only response with the text of the key. */
  async create(key: ApiKeyCreate): Promise<CreatedApiKey> {
    const { name, workspaces = null, admin = false, mayActFor = false, mayCurate = !mayActFor } = key;
    if (admin && workspaces !== null) {
      throw invalidFields([{ field: 'workspaces', message: 'must be left out: an admin key opens all of them' }]);
    }
    if (workspaces !== null) await this.requireWorkspaces(workspaces);
    const id = newId();
    const text = newKey();
    const role = admin ? 'admin' : 'workspace';
    await this.keys.insert({ id, name, hash: hashOfKey(text), role, workspaces, mayCurate, mayActFor });
    return { ...viewOf(await this.keys.findOneByOrFail({ id })), key: text };
  }

  async revoke(id: Id): Promise<void> {
    const revoked = isId(id) ? await this.keys.update({ id, revokedAt: IsNull() }, { revokedAt: () => 'now()' }) : null;
    if (!revoked?.affected) throw notFound('API key');
    // At once in this process.
    this.gate.evict(id);
  }

  private async requireWorkspaces(ids: readonly Id[]): Promise<void> {
    const known = await this.workspaces.find({ select: { id: true }, where: { id: In([...ids]) } });
    const missing = ids.flatMap((id, index) => (known.some((workspace) => workspace.id === id) ? [] : [index]));
    if (missing.length === 0) return;
    throw invalidFields(
      missing.map((index) => ({ field: `workspaces.${index}`, message: 'is not the id of a workspace' })),
    );
  }
}

function viewOf({ id, name, workspaces, role, mayCurate, mayActFor, createdAt }: ApiKeyEntity): ApiKeyView {
  return {
    id,
    name,
    workspaces,
    admin: role === 'admin',
    mayCurate,
    ...(mayActFor && { mayActFor }),
    createdAt: createdAt.toISOString(),
  };
}
