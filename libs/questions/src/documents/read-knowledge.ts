import { createHash } from 'node:crypto';
import type { KnowledgeFormat } from '@assay/contracts';
import { storable } from '@assay/contracts/plain';
import { Collector } from './document/collector.ts';
import { DocumentNode } from './document/document-node.ts';
import { KnowledgeProblem } from './document/knowledge-problem.ts';
import { parseDocument } from './document/parse-document.ts';
import { isDbtManifest, readDbtManifest } from './formats/dbt-manifest.ts';
import { isDbtSchema, readDbtSchema } from './formats/dbt-schema.ts';
import { isGlossary, readGlossary } from './formats/glossary.ts';
import { isOssie, readOssie } from './formats/ossie.ts';
import { isSnowflake, readSnowflake } from './formats/snowflake.ts';
import { isWren, readWren } from './formats/wren.ts';
import type { KnowledgeItem, LeftOut } from './item.js';

/** Contents of a document, not yet resolved against a schema. */
export interface KnowledgeReading {
  format: KnowledgeFormat;
  name: string | null;
  /** SHA-256, independent of formatting. */
  hash: string;
  items: KnowledgeItem[];
  leftOut: LeftOut[];
}

interface Format {
  is: (document: DocumentNode) => boolean;
  read: (document: DocumentNode, collector: Collector) => void;
}

/** Detection order: most specific first. */
const FORMATS: Readonly<Record<KnowledgeFormat, Format>> = {
  'dbt-manifest': { is: isDbtManifest, read: readDbtManifest },
  ossie: { is: isOssie, read: readOssie },
  snowflake: { is: isSnowflake, read: readSnowflake },
  wren: { is: isWren, read: readWren },
  glossary: { is: isGlossary, read: readGlossary },
  'dbt-schema': { is: isDbtSchema, read: readDbtSchema },
};

/** Any known format. */
export function readKnowledge(text: string): KnowledgeReading {
  const document = new DocumentNode(parseDocument(text));
  if (!document.isObject) throw new KnowledgeProblem('is a text or a list, not an object');
  const found = Object.entries(FORMATS).find(([, { is }]) => is(document)) as [KnowledgeFormat, Format] | undefined;
  if (found === undefined) {
    throw new KnowledgeProblem(
      'is of no known format: expected a dbt manifest or property file, an Ossie, Snowflake or WrenAI model, or a glossary',
    );
  }
  const [format, { read }] = found;
  const collector = new Collector();
  read(document, collector);
  // Escapes that Postgres rejects appear after parsing.
  const { items, leftOut } = storable({ items: collector.items, leftOut: collector.leftOut });
  const texts = [...items, ...leftOut].map((item) => JSON.stringify(item)).sort();
  const hash = createHash('sha256')
    .update(JSON.stringify([format, texts]))
    .digest('hex');
  return { format, name: nameOf(document), hash, items, leftOut };
}

function nameOf(document: DocumentNode): string | null {
  const [model] = document.at('semantic_model').list();
  const name = document.at('metadata', 'project_name').text() ?? model?.at('name').text() ?? document.at('name').text();
  return name ?? null;
}
