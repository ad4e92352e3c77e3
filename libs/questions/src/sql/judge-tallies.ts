import type { WeighedAgent } from '@assay/contracts';

export interface TalliedJudge {
  agent: WeighedAgent;
  /** With reasoning effort. */
  model: string;
  right: number;
  wrong: number;
}

/** Tallies `j` of a workspace as an array of `TalliedJudge`. */
export const TALLIES = `coalesce(jsonb_agg(jsonb_build_object(
  'agent', j.agent, 'model', j.model, 'right', j.right_verdicts, 'wrong', j.wrong_verdicts)), '[]')`;

/**
 * Sorted to avoid deadlocks.
 * @param workspace expression with one row if there is something to add
 * @param from rest of its select
 * @param lessons parameter: array of `TalliedJudge`
 */
export const learned = (workspace: string, from: string, lessons: string): string => `
  insert into assay.judge_tallies as t (workspace_id, agent, model, right_verdicts, wrong_verdicts)
  select ${workspace}, l.agent, l.model, sum(l."right"), sum(l."wrong")
  from ${from}
  cross join jsonb_to_recordset(${lessons}) as l (agent text, model text, "right" integer, "wrong" integer)
  group by ${workspace}, l.agent, l.model
  order by l.agent, l.model
  on conflict (workspace_id, agent, model) do update
    set right_verdicts = t.right_verdicts + excluded.right_verdicts,
        wrong_verdicts = t.wrong_verdicts + excluded.wrong_verdicts`;
