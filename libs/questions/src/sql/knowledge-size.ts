/** Bytes count items and what was left out, as JSON text. */
export interface KnowledgeSize {
  documents: number;
  items: number;
  bytes: number;
}

/** Size of the documents of workspace `$1` except `$2`. */
export const OTHER_KNOWLEDGE = `
  select count(*)::integer as documents, coalesce(sum(jsonb_array_length(items)), 0)::integer as items,
         coalesce(sum(octet_length(items::text) + octet_length(left_out::text)), 0)::double precision as bytes
    from assay.knowledge where workspace_id = $1 and id <> $2`;
