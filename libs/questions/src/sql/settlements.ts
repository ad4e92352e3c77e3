import type { Id, OpenPoint, QuestionResult, Reading, SettlementView } from '@assay/contracts';
import { prepared, type Stored, toJsonb } from '@assay/persistence';

export interface NewSettlement {
  id: Id;
  question: Id;
  /** From 1; a duplicate writes nothing. */
  ordinal: number;
  openPoint: Id;
  option: string;
  reading: Id;
  sql: string;
  answer: {
    result: QuestionResult;
    confidence: number;
    summary: string | null;
    readings: Reading[];
    openPoints: OpenPoint[];
  };
}

/** Writes a settlement and its answer; false if the ordinal exists. */
// keeps the ending before the first settlement; drops its explanations
export const insertSettlement = prepared<[settlement: NewSettlement]>(
  {
    name: 'insert_settlement',
    text: `with settled as (
       insert into assay.settlements (id, run_id, ordinal, open_point, option, reading, sql, remembered)
       values ($1, $2, $3, $4, $5, $6, $7, false)
       on conflict (run_id, ordinal) do nothing returning run_id
     ), before as (
       select r.id, r.status from assay.runs r join settled s on s.run_id = r.id
     ), improved as (
       update assay.runs r set status = 'GOLD' from before b where r.id = b.id and b.status in ('SILVER', 'FAILED')
     )
     update assay.questions q
     set ended = coalesce(q.ended, jsonb_build_object('status', b.status, 'case', q."case", 'level', q.level,
                                                      'result', q.result, 'confidence', q.confidence)),
         result = $8::jsonb -> 'result', confidence = ($8::jsonb ->> 'confidence')::double precision,
         contested = null, silver = null, most_likely = null, reason = null,
         summary = $8::jsonb ->> 'summary', refusals = '[]',
         readings = $8::jsonb -> 'readings', open_points = $8::jsonb -> 'openPoints'
     from before b where q.run_id = b.id
     returning q.run_id as id`,
  },
  ({ id, question, ordinal, openPoint, option, reading, sql, answer }) => [
    id,
    question,
    ordinal,
    openPoint,
    option,
    reading,
    sql,
    toJsonb(answer),
  ],
).any;

/** Marks the last settlement of this choice as added to the evidence. */
export const noteRemembered = prepared<[question: Id, openPoint: string, option: string]>({
  name: 'note_settlement_remembered',
  text: `update assay.settlements set remembered = true
     where run_id = $1 and not remembered and ordinal = (
       select max(ordinal) from assay.settlements where run_id = $1 and open_point = $2 and option = $3)`,
}).run;

export const readSettlements = prepared<[question: Id], Stored<SettlementView>>({
  name: 'read_settlements',
  text: `select id, open_point as "openPoint", option, reading, sql, remembered, created_at as "createdAt"
     from assay.settlements where run_id = $1 order by ordinal`,
}).map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
