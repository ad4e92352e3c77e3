/** As JSON text; a term counts once per name. */
export interface KnowledgeSize {
  documents: number;
  items: number;
  bytes: number;
}

/** Size of the documents of workspace `$1` except `$2`. */
export const OTHER_KNOWLEDGE = `
  select count(*)::integer as documents, coalesce(sum(size.names), 0)::integer as items,
         coalesce(sum(size.bytes + octet_length(left_out::text)), 0)::double precision as bytes
    from assay.knowledge,
         lateral (select sum(names) as names, sum(names * octet_length(item::text)) as bytes
                    from jsonb_array_elements(items) as item,
                         lateral (select 1 + coalesce(jsonb_array_length(item -> 'synonyms'), 0) as names) as named
                 ) as size
   where workspace_id = $1 and id <> $2`;
