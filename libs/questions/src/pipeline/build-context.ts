import {
  PermanentError,
  type AskedMetric,
  type BlockHash,
  type Dialect,
  type FoundValues,
  type GoldSql,
  type QuestionContext,
  type UsedDefinition,
} from '@assay/contracts';
import { metricStatement } from '../documents/index.js';
import { storeBlocks, type Queryable } from '@assay/persistence';
import { hashOf } from '@assay/work';
import type { LoadedQuestion } from './load-question-run.js';
import { metricTests } from './metric-tests.js';
import { questionFence, workspaceFence } from './fence-nonce.js';
import { relevantEvidence } from './relevant-evidence.js';
import type { KnowledgeOfWorkspaces } from '../knowledge/applied-knowledge.js';
import type { VanishedOfWorkspaces } from '../drift/vanished-of-workspaces.js';
import type { RelevantGoldSqls } from './relevant-gold-sqls.js';
import { readKnowledgeVersion, type KnowledgeVersion } from '../sql/knowledge-version.js';
import { readEarlier } from '../sql/read-earlier.js';
import { writeContext } from '../sql/write-context.js';

export interface PrepareResult extends FoundValues {
  schemaHash: BlockHash;
}

function prepared(question: LoadedQuestion): PrepareResult | null {
  const stage = question.run.stages.find((candidate) => candidate.kind === 'prepare');
  const task = stage?.tasks.find((candidate) => candidate.status === 'DONE');
  return (task?.result as PrepareResult | undefined) ?? null;
}

/** Workspace data cached per process for contexts. */
export interface KeptOfWorkspaces {
  goldSqls: RelevantGoldSqls;
  vanished: VanishedOfWorkspaces;
  knowledge: KnowledgeOfWorkspaces;
}

/** As a block; the schema stays separate. */
export async function buildContext(
  connection: Queryable,
  question: LoadedQuestion,
  kept: KeptOfWorkspaces,
): Promise<BlockHash> {
  const { row, run, workspace, evidence } = question;
  const earlier = question.follows === null ? [] : await readEarlier(connection, run.id);
  // a follow-up alone (“and by month?”) matches nothing
  const text = [...earlier.map((each) => each.question), run.question].join('\n');
  const asked = { text, aside: evidence.join('\n') };
  const preparation = prepared(question);
  const schema = workspace.schemaHash ?? preparation?.schemaHash ?? null;
  if (schema === null) throw new PermanentError('SCHEMA_MISSING', 'The workspace has no schema snapshot.');
  const version = await readKnowledgeVersion(connection, workspace.id);
  const vanished = await kept.vanished.of(connection, workspace.id, schema, version);
  const notes = workspace.evidence.filter((note) => vanished.inText(note).length === 0);
  const known = await selectKnowledge(connection, question, kept.knowledge, { schema, version, text });
  const dialect = workspace.dialect as Dialect;
  const { relevantEvidence: evidenceLimits, relevantGoldSqls: goldLimits } = run.settings;
  const isInUse = ({ sql }: GoldSql): boolean => vanished.inSql(sql, dialect).length === 0;
  const context: QuestionContext = {
    question: run.question,
    dialect,
    ...known.blocks,
    directives: workspace.directives,
    evidence: [
      ...new Set([
        ...relevantEvidence(text, evidence, notes, evidenceLimits),
        ...known.definitions.map((definition) => definition.text),
      ]),
    ],
    ...(known.metrics.length > 0 && { metrics: known.metrics }),
    goldSqls: await kept.goldSqls.find(connection, workspace.id, asked, goldLimits, question.leavesOut, isInUse),
    ...(earlier.length > 0 && { earlier }),
    foundValues: run.settings.sendRows ? (preparation?.found ?? []) : [],
    fence: questionFence(workspace.promptSecret, run.id),
    stableFence: workspaceFence(workspace.promptSecret, {
      workspace: workspace.id,
      stable: hashOf(JSON.stringify([dialect, workspace.directives, known.blocks, run.settings.sendRows])),
      askedAt: row.createdAt,
    }),
    schemaOrder: run.settings.schemaOrder,
    schemaTokens: run.settings.schemaTokens,
    seed: run.seed,
    sendRows: run.settings.sendRows,
  };
  const content = JSON.stringify(context);
  const hash = hashOf(content);
  await storeBlocks(connection, [{ workspace: workspace.id, hash, content }]);
  await writeContext(connection, run.id, { context: hash, schema, definitions: known.definitions });
  if (known.definitions.length > 0) run.hasEvidence = true;
  run.metrics = metricTests(known.definitions);
  return hash;
}

interface SelectedKnowledge {
  blocks: Pick<QuestionContext, 'schema' | 'snapshot' | 'profile'>;
  definitions: UsedDefinition[];
  metrics: AskedMetric[];
}

/** Schema and profile with imported descriptions, and the definitions that the question names. */
async function selectKnowledge(
  connection: Queryable,
  { workspace: { id, profileHash } }: LoadedQuestion,
  knowledge: KnowledgeOfWorkspaces,
  { schema, version, text }: { schema: BlockHash; version: KnowledgeVersion; text: string },
): Promise<SelectedKnowledge> {
  const applied = await knowledge.of(connection, id, schema, version);
  if (applied === null) {
    return { blocks: { schema, ...(profileHash !== null && { profile: profileHash }) }, definitions: [], metrics: [] };
  }
  const shown = await knowledge.schemaBlock(connection, id, schema, applied);
  const profile = profileHash === null ? null : await knowledge.profileBlock(connection, id, profileHash, applied);
  const terms = applied.glossary.find(text);
  const asked = new Map(applied.glossary.metricsOf(terms).map(({ term, metric }) => [term, metric]));
  return {
    blocks: { schema: shown, ...(shown !== schema && { snapshot: schema }), ...(profile !== null && { profile }) },
    definitions: terms.map((term) => {
      const metric = asked.get(term);
      const test = metric !== undefined && { test: metricStatement(term.name, metric.formula) };
      return { name: term.name, source: term.source, text: term.text, ...test };
    }),
    metrics: [...asked.values()],
  };
}
