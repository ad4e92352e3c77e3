import {
  DOCUMENT_NAME_CHARACTERS,
  isId,
  newId,
  RequestProblem,
  type DatabaseSchema,
  type GlossaryView,
  type Id,
  type KnowledgeImport,
  type KnowledgeSummary,
  type KnowledgeView,
  type Page,
} from '@assay/contracts';
import {
  namesOf,
  subjectOf,
  knowledgeDifference,
  resolveKnowledge,
  statementOfItem,
  type KnowledgeItem,
  type KnowledgeReading,
} from '../documents/index.js';
import { WorkspaceEntity, type KnowledgeEntity } from '@assay/persistence/entities';
import { type Caller, type KnowledgeQuery, notFound, pageOf, type PageQuery } from '@assay/contracts/requests';
import type { TaskRuntime } from '@assay/work';
import { LessThan, type EntityManager, type Repository } from 'typeorm';
import { readImports } from '../sql/read-imports.js';
import { OTHER_KNOWLEDGE, type KnowledgeSize } from '../sql/knowledge-size.js';
import { readKnowledgeVersion } from '../sql/knowledge-version.js';
import type { WorkspaceRows } from '../workspaces/workspace-rows.js';
import type { CheckedWorkspace } from '../workspaces/workspace-view.js';
import { applyImports, type AppliedKnowledge, type KnowledgeOfWorkspaces } from './applied-knowledge.js';
import { readDocument } from './read-document.js';

/** Per workspace, and their size together: processes cache it. */
const MOST_DOCUMENTS = 100;
const MOST_ITEMS = 50_000;
const MOST_BYTES = 20 * 1024 * 1024;

type Document = Pick<KnowledgeEntity, 'name' | 'format' | 'hash' | 'leftOut' | 'importedAt'> & {
  id: Id | null;
  items: object[];
};

interface Import {
  target: CheckedWorkspace;
  reading: KnowledgeReading;
  query: KnowledgeQuery;
  schema: DatabaseSchema;
}

export class KnowledgeStore {
  constructor(
    private readonly repository: Repository<KnowledgeEntity>,
    private readonly workspaces: WorkspaceRows,
    private readonly work: Pick<TaskRuntime, 'blocks' | 'database'>,
    private readonly knowledge: KnowledgeOfWorkspaces,
  ) {}

  /**
   * Imports a document, replacing the one of its name; idempotent.
   * @throws RequestProblem as `WorkspaceRows.require`; 422 naming `document`, `TOO_MANY_DOCUMENTS`,
   * `TOO_MUCH_KNOWLEDGE`
   */
  async import(workspace: string, caller: Caller, text: string, query: KnowledgeQuery): Promise<KnowledgeImport> {
    const target = await this.workspaces.require(workspace, caller, 'curate');
    const reading = await readDocument(text);
    const schema = await this.schemaOf(target);
    if (query.dryRun === 'true') return this.take(this.repository, { target, reading, query, schema });
    return this.repository.manager.transaction(async (manager) => {
      // so that a document replaces the previous one
      await lockWorkspace(manager, target.id);
      return this.take(manager.withRepository(this.repository), { target, reading, query, schema });
    });
  }

  private async take(
    documents: Repository<KnowledgeEntity>,
    { target, reading, query, schema }: Import,
  ): Promise<KnowledgeImport> {
    const name = query.name ?? reading.name?.slice(0, DOCUMENT_NAME_CHARACTERS) ?? reading.format;
    const known = await documents.find({
      select: { id: true, name: true, hash: true },
      where: { workspaceId: target.id },
    });
    const same =
      known.find((one) => one.name.toLowerCase() === name.toLowerCase()) ??
      known.find(({ hash }) => hash === reading.hash);
    const before = same === undefined ? null : await documents.findOneBy({ id: same.id });
    const difference = before ? knowledgeDifference(before.items as KnowledgeItem[], reading.items) : null;
    if (before?.hash === reading.hash) return { ...viewOf(before, schema), unchanged: true, difference };
    const { format, hash, items, leftOut } = reading;
    const document = { id: before?.id ?? null, name, format, hash, items, leftOut, importedAt: new Date() };
    if (query.dryRun === 'true') return { ...viewOf(document, schema), unchanged: false, difference };
    const stored = { ...document, id: before?.id ?? newId(), workspaceId: target.id };
    await requireRoom(documents.manager, stored);
    await documents.upsert(stored, ['id']);
    return { ...viewOf(stored, schema), unchanged: false, difference };
  }

  /** Newest first. @throws RequestProblem 404 */
  async list(workspace: string, caller: Caller, page: PageQuery): Promise<Page<KnowledgeSummary>> {
    const found = await this.workspaces.require(workspace, caller, 'readCuration');
    const { documents } = await this.appliedTo(found);
    const applied = new Map(documents.map((document) => [document.id, document]));
    const read = (before: Id | null, take: number): Promise<SummaryRow[]> =>
      this.repository.find({
        select: SUMMARY_COLUMNS,
        where: { workspaceId: found.id, ...(before === null ? {} : { id: LessThan(before) }) },
        order: { id: 'DESC' },
        take,
      });
    return pageOf(page, read, ({ importedAt, leftOut, ...row }) => {
      const { items = [], leftOut: unresolved = [] } = applied.get(row.id) ?? {};
      const counts = { taken: items.length, leftOut: leftOut.length + unresolved.length };
      return { ...row, importedAt: importedAt.toISOString(), ...counts };
    });
  }

  /** @throws RequestProblem 404 */
  async get(workspace: string, document: Id, caller: Caller): Promise<KnowledgeView> {
    const found = await this.workspaces.require(workspace, caller, 'readCuration');
    const row = isId(document) ? await this.repository.findOneBy({ id: document, workspaceId: found.id }) : null;
    if (row === null) throw notFound('document');
    return { ...viewOf(row, await this.schemaOf(found)), id: row.id };
  }

  /** @throws RequestProblem 404; 403 `MAY_NOT_CURATE` */
  async remove(workspace: string, document: Id, caller: Caller): Promise<void> {
    const { id: workspaceId } = await this.workspaces.require(workspace, caller, 'curate');
    const removed = isId(document) ? await this.repository.delete({ id: document, workspaceId }) : null;
    if (!removed?.affected) throw notFound('document');
  }

  /** Terms recognised in questions. @throws RequestProblem 404 */
  async glossary(workspace: string, caller: Caller): Promise<GlossaryView> {
    const found = await this.workspaces.require(workspace, caller, 'readCuration');
    const { glossary } = await this.appliedTo(found);
    return { terms: [...glossary.terms], contradictions: glossary.contradictions() };
  }

  /** Imports matched against the schema, cached. */
  private async appliedTo(workspace: CheckedWorkspace): Promise<AppliedKnowledge> {
    const { id, schemaHash } = workspace;
    const { database } = this.work;
    const version = await readKnowledgeVersion(database, id);
    const known = schemaHash === null ? null : await this.knowledge.of(database, id, schemaHash, version);
    return known ?? applyImports(await readImports(database, id), await this.schemaOf(workspace), []);
  }

  private async schemaOf({ id, dialect, schemaHash }: CheckedWorkspace): Promise<DatabaseSchema> {
    return schemaHash === null ? { dialect, name: '', tables: [] } : this.work.blocks.json(id, schemaHash);
  }
}

const SUMMARY_COLUMNS = { id: true, name: true, format: true, hash: true, leftOut: true, importedAt: true } as const;
type SummaryRow = Pick<KnowledgeEntity, keyof typeof SUMMARY_COLUMNS>;

async function lockWorkspace(manager: EntityManager, id: Id): Promise<void> {
  const lock = { mode: 'pessimistic_write' } as const;
  const held = await manager.findOne(WorkspaceEntity, { select: { id: true }, where: { id }, lock });
  if (held === null) throw notFound('workspace');
}

async function requireRoom(
  manager: EntityManager,
  { id, workspaceId, items, leftOut }: Pick<KnowledgeEntity, 'id' | 'workspaceId' | 'items' | 'leftOut'>,
): Promise<void> {
  const [others] = await manager.query<[KnowledgeSize]>(OTHER_KNOWLEDGE, [workspaceId, id]);
  if (others.documents >= MOST_DOCUMENTS) {
    throw new RequestProblem(422, 'TOO_MANY_DOCUMENTS', `A workspace has at most ${MOST_DOCUMENTS} documents.`);
  }
  const own = (items as KnowledgeItem[]).map(
    (item) => [namesOf(item), Buffer.byteLength(JSON.stringify(item))] as const,
  );
  const names = own.reduce((sum, [count]) => sum + count, others.items);
  const bytes = own.reduce((sum, [count, size]) => sum + count * size, others.bytes);
  if (names <= MOST_ITEMS && bytes + Buffer.byteLength(JSON.stringify(leftOut)) <= MOST_BYTES) return;
  const most = `${MOST_ITEMS} items and ${MOST_BYTES / 1024 ** 2} MB`;
  throw new RequestProblem(422, 'TOO_MUCH_KNOWLEDGE', `The documents of a workspace hold at most ${most} together.`);
}

function viewOf(document: Document, schema: DatabaseSchema): Omit<KnowledgeView, 'id'> & { id: Id | null } {
  const { id, name, format, hash, importedAt } = document;
  const resolved = resolveKnowledge(document.items as KnowledgeItem[], schema);
  return {
    id,
    name,
    format,
    hash,
    importedAt: importedAt.toISOString(),
    items: resolved.items.map((item) => ({ kind: item.kind, about: subjectOf(item), text: statementOfItem(item) })),
    leftOut: [...document.leftOut, ...resolved.leftOut],
  };
}
