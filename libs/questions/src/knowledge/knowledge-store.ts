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
  aboutOf,
  knowledgeDifference,
  KnowledgeProblem,
  readKnowledge,
  resolveKnowledge,
  sayingOf,
  type KnowledgeItem,
  type KnowledgeReading,
} from '@assay/knowledge';
import type { KnowledgeEntity } from '@assay/persistence';
import {
  invalidFields,
  notFound,
  requireCurator,
  type Caller,
  type KnowledgeQuery,
  type PageQuery,
} from '@assay/requests';
import type { Work } from '@assay/work';
import { LessThan, type Repository } from 'typeorm';
import { pageOf } from '../intake/page.js';
import { isUniqueViolation } from '../sql/unique-violation.js';
import type { WorkspaceRows } from '../workspaces/workspace-rows.js';
import type { CheckedWorkspace } from '../workspaces/workspace-view.js';
import { applyImports } from './applied-knowledge.js';

/** Documents of one workspace at most. */
const MOST_DOCUMENTS = 100;

/** A document as it is stored, or would be. */
type Document = Pick<KnowledgeEntity, 'name' | 'format' | 'hash' | 'leftOut' | 'importedAt'> & {
  id: Id | null;
  items: object[];
};

/** Documents in which people wrote down what the data of a workspace mean. */
export class KnowledgeStore {
  constructor(
    private readonly repository: Repository<KnowledgeEntity>,
    private readonly workspaces: WorkspaceRows,
    private readonly work: Pick<Work, 'blocks'>,
  ) {}

  /** The workspace, for who may curate it. @throws RequestProblem 404; 403 `MAY_NOT_CURATE` */
  async requireCurator(workspace: string, caller: Caller): Promise<CheckedWorkspace> {
    const found = await this.workspaces.find(workspace, caller);
    requireCurator(caller);
    return found;
  }

  /**
   * Takes a document, in place of the one of its name. The same document again changes nothing.
   *
   * @throws RequestProblem as `requireCurator`; 422 naming `document` where it cannot be read
   */
  async import(workspace: string, caller: Caller, text: string, query: KnowledgeQuery): Promise<KnowledgeImport> {
    const target = await this.requireCurator(workspace, caller);
    const reading = readOrRefuse(text);
    const take = (): Promise<KnowledgeImport> => this.take(target, reading, query);
    return take().catch((error: unknown) => {
      // another document of this name came in at the same moment: it is the one before this one
      if (isUniqueViolation(error)) return take();
      throw error;
    });
  }

  private async take(
    target: CheckedWorkspace,
    reading: KnowledgeReading,
    query: KnowledgeQuery,
  ): Promise<KnowledgeImport> {
    const name = query.name ?? reading.name?.slice(0, DOCUMENT_NAME_CHARACTERS) ?? reading.format;
    const known = await this.repository.find({
      select: { id: true, name: true, hash: true },
      where: { workspaceId: target.id },
    });
    const same =
      known.find((one) => one.name.toLowerCase() === name.toLowerCase()) ??
      known.find(({ hash }) => hash === reading.hash);
    const before = same === undefined ? null : await this.repository.findOneBy({ id: same.id });
    const schema = await this.schemaOf(target);
    const difference = before ? knowledgeDifference(before.items as KnowledgeItem[], reading.items) : null;
    if (before?.hash === reading.hash) return { ...viewOf(before, schema), unchanged: true, difference };
    const { format, hash, items, leftOut } = reading;
    const document = { id: before?.id ?? null, name, format, hash, items, leftOut, importedAt: new Date() };
    if (query.dryRun === 'true') return { ...viewOf(document, schema), unchanged: false, difference };
    if (before === null && known.length >= MOST_DOCUMENTS) {
      throw new RequestProblem(422, 'TOO_MANY_DOCUMENTS', `A workspace has at most ${MOST_DOCUMENTS} documents.`);
    }
    const stored = { ...document, id: before?.id ?? newId(), workspaceId: target.id };
    await this.repository.upsert(stored, ['id']);
    return { ...viewOf(stored, schema), unchanged: false, difference };
  }

  /** Newest first. @throws RequestProblem 404 */
  async list(workspace: string, caller: Caller, page: PageQuery): Promise<Page<KnowledgeSummary>> {
    const found = await this.workspaces.find(workspace, caller);
    const schema = await this.schemaOf(found);
    const read = (before: Id | null, take: number): Promise<KnowledgeEntity[]> =>
      this.repository.find({
        where: { workspaceId: found.id, ...(before === null ? {} : { id: LessThan(before) }) },
        order: { id: 'DESC' },
        take,
      });
    return pageOf(page, read, (row) => {
      const { items, leftOut, id, ...view } = viewOf(row, schema);
      return { id: id as Id, ...view, taken: items.length, leftOut: leftOut.length };
    });
  }

  /** @throws RequestProblem 404 */
  async get(workspace: string, document: Id, caller: Caller): Promise<KnowledgeView> {
    const found = await this.workspaces.find(workspace, caller);
    const row = isId(document) ? await this.repository.findOneBy({ id: document, workspaceId: found.id }) : null;
    if (row === null) throw notFound('document');
    return { ...viewOf(row, await this.schemaOf(found)), id: row.id };
  }

  /** @throws RequestProblem 404; 403 `MAY_NOT_CURATE` */
  async remove(workspace: string, document: Id, caller: Caller): Promise<void> {
    const { id: workspaceId } = await this.requireCurator(workspace, caller);
    const removed = isId(document) ? await this.repository.delete({ id: document, workspaceId }) : null;
    if (!removed?.affected) throw notFound('document');
  }

  /** Terms that questions are found to ask for. @throws RequestProblem 404 */
  async glossary(workspace: string, caller: Caller): Promise<GlossaryView> {
    const found = await this.workspaces.find(workspace, caller);
    const rows = await this.repository.find({ where: { workspaceId: found.id }, order: { id: 'ASC' } });
    const { glossary } = applyImports(rows as never, await this.schemaOf(found), []);
    return { terms: [...glossary.terms], contradictions: glossary.contradictions() };
  }

  private async schemaOf({ id, dialect, schemaHash }: CheckedWorkspace): Promise<DatabaseSchema> {
    return schemaHash === null ? { dialect, name: '', tables: [] } : this.work.blocks.json(id, schemaHash);
  }
}

function readOrRefuse(text: string): KnowledgeReading {
  try {
    return readKnowledge(text);
  } catch (error) {
    if (!(error instanceof KnowledgeProblem)) throw error;
    throw invalidFields([{ field: 'document', message: error.message }]);
  }
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
    items: resolved.items.map((item) => ({ kind: item.kind, about: aboutOf(item), text: sayingOf(item) })),
    leftOut: [...document.leftOut, ...resolved.leftOut],
  };
}
