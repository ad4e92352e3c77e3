import { toJsonb, type Advance, type Queryable, type RunRow } from '@assay/persistence';

const statement = { name: 'apply_question', text: 'select assay.apply_question($1, $2, $3, $4) as applied' };

/** False, and nothing written, if the revision has changed. */
export async function applyQuestion(
  connection: Queryable,
  { id, revision }: Pick<RunRow, 'id' | 'revision'>,
  advance: Advance,
  question: object,
): Promise<boolean> {
  const parameters = [id, revision, toJsonb(advance), toJsonb(question)];
  const [row] = await connection.query<{ applied: boolean }>(statement, parameters);
  return row?.applied ?? false;
}
