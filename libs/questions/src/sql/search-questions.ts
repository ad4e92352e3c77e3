import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import { pageOf, type QuestionRow, type QuestionsWanted } from './read-questions.js';

export interface QuestionSearch extends QuestionsWanted {
  /** Word prefixes that question or name must all contain; null: no search. */
  search: string | null;
  /** Named questions only. */
  saved: boolean;
  /** Follow-ups of this question only; null: any. */
  follows: Id | null;
}

/** Newest questions searched first: frequent words are found there. */
const LOOKED_THROUGH = 1000;

const NEVER = `'ffffffff-ffff-ffff-ffff-ffffffffffff'`;
const EACH_WORKSPACE = 'coalesce($4::uuid[], array(select w.id from assay.workspaces w))';

// quoted prefixes, split like question words
const termsStatement = {
  name: 'search_terms',
  text: String.raw`select string_agg('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || ''':*', ' & ') as terms
     from unnest(to_tsvector('simple', $1))`,
};

const newestStatement = pageOf(
  'search_newest_questions',
  `select c.* from (
           select n.id from assay.newest_questions(${EACH_WORKSPACE}, coalesce($2::uuid, ${NEVER}), ${LOOKED_THROUGH}) n (id)
           order by n.id desc limit ${LOOKED_THROUGH}) newest
         join assay.questions q on q.run_id = newest.id and q.words @@ $5::tsquery
         join assay.runs c on c.id = newest.id
         where ($1::text is null or c.status = $1) and assay.sees($6, c.workspace_id, c.person)
         order by c.id desc limit $3`,
);

const byWordsStatement = pageOf(
  'search_questions',
  `select c.* from assay.questions_with_words($5::tsquery, $4::uuid[]) as found (id)
         join assay.runs c on c.id = found.id
         where ($1::text is null or c.status = $1) and c.id < coalesce($2::uuid, ${NEVER})
           and assay.sees($6, c.workspace_id, c.person)
         order by c.id desc limit $3`,
);

const savedStatement = pageOf(
  'read_saved_questions',
  `select p.* from unnest(${EACH_WORKSPACE}) as w (id)
         cross join lateral (
           select c.* from assay.questions q join assay.runs c on c.id = q.run_id
           where q.workspace_id = w.id and q.name is not null and ($5::text is null or q.words @@ $5::text::tsquery)
             and ($1::text is null or c.status = $1) and q.run_id < coalesce($2::uuid, ${NEVER})
             and assay.sees($6, c.workspace_id, c.person)
           order by q.run_id desc limit $3) p
         order by p.id desc limit $3`,
);

// uses their own index at any limit: follow-ups are few
const followUpsStatement = pageOf(
  'read_follow_ups',
  `with follow_ups as materialized (
           select q.run_id from assay.questions q
           where q.follows = $7 and (not $8 or q.name is not null) and ($5::text is null or q.words @@ $5::text::tsquery))
         select c.* from follow_ups f join assay.runs c on c.id = f.run_id
         where ($4::uuid[] is null or c.workspace_id = any ($4)) and ($1::text is null or c.status = $1)
           and c.id < coalesce($2::uuid, ${NEVER}) and assay.sees($6, c.workspace_id, c.person)
         order by c.id desc limit $3`,
);

export async function searchQuestions(database: Queryable, wanted: QuestionSearch): Promise<QuestionRow[]> {
  const { workspaces, status, before, limit, search, saved, follows, visibility } = wanted;
  const terms = search === null ? null : await termsOf(database, search, workspaces);
  // no word to search: no match
  if (search !== null && terms === null) return [];
  const parameters = [status, before, limit, workspaces, terms, visibility];
  if (follows !== null) return database.query<QuestionRow>(followUpsStatement, [...parameters, follows, saved]);
  if (saved) return database.query<QuestionRow>(savedStatement, parameters);
  const newest = await database.query<QuestionRow>(newestStatement, parameters);
  return newest.length === limit ? newest : database.query<QuestionRow>(byWordsStatement, parameters);
}

/** Text query including the workspaces' words; null if it has no words. */
async function termsOf(database: Queryable, search: string, workspaces: readonly Id[] | null): Promise<string | null> {
  const [row] = await database.query<{ terms: string | null }>(termsStatement, [search]);
  const terms = row?.terms ?? null;
  if (terms === null || workspaces === null) return terms;
  // a key may have no workspace
  return workspaces.length === 0 ? null : `${terms} & (${workspaces.map((id) => `'=${id}'`).join(' | ')})`;
}
