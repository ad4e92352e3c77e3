import type { Id, OpenPoint, QuestionResult, Reading, SettlementView } from '@assay/contracts';
import { toJsonb, type Queryable } from '@assay/persistence';

/** The next settlement of a question, with the answer that follows from it. */
export interface NewSettlement {
  id: Id;
  question: Id;
  /** From 1; nothing is written where there is one of this number already. */
  ordinal: number;
  openPoint: Id;
  option: string;
  reading: Id;
  sql: string;
  remembered: boolean;
  answer: {
    result: QuestionResult;
    confidence: number;
    summary: string | null;
    readings: Reading[];
    openPoints: OpenPoint[];
  };
}

// how the question ended is kept as it was before the first settlement; a status only gets better
const insertStatement = {
  name: 'insert_settlement',
  text: `with settled as (
       insert into assay.settlements (id, run_id, ordinal, open_point, option, reading, sql, remembered)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (run_id, ordinal) do nothing returning run_id
     ), before as (
       select r.id, r.status from assay.runs r join settled s on s.run_id = r.id
     ), improved as (
       update assay.runs r set status = 'GOLD' from before b where r.id = b.id and b.status in ('SILVER', 'FAILED')
     )
     update assay.questions q
     set ended = coalesce(q.ended, jsonb_build_object('status', b.status, 'case', q."case", 'level', q.level,
                                                      'result', q.result, 'confidence', q.confidence)),
         result = $9::jsonb -> 'result', confidence = ($9::jsonb ->> 'confidence')::double precision,
         summary = $9::jsonb ->> 'summary', refusals = '[]',
         readings = $9::jsonb -> 'readings', open_points = $9::jsonb -> 'openPoints'
     from before b where q.run_id = b.id
     returning q.run_id as id`,
};

const readStatement = {
  name: 'read_settlements',
  text: `select id, open_point as "openPoint", option, reading, sql, remembered, created_at as "createdAt"
     from assay.settlements where run_id = $1 order by ordinal`,
};

/** Writes a settlement and the answer that it leads to; false where another one of its number was written first. */
export async function insertSettlement(database: Queryable, settlement: NewSettlement): Promise<boolean> {
  const { id, question, ordinal, openPoint, option, reading, sql, remembered, answer } = settlement;
  const parameters = [id, question, ordinal, openPoint, option, reading, sql, remembered, toJsonb(answer)];
  return (await database.query(insertStatement, parameters)).length > 0;
}

/** What was settled of a question, in order. */
export async function readSettlements(database: Queryable, question: Id): Promise<SettlementView[]> {
  const rows = await database.query<Omit<SettlementView, 'createdAt'> & { createdAt: Date }>(readStatement, [question]);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
