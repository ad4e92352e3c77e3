import type { AskedRequest, Id } from '@assay/contracts';
import type { AskRequest } from '@assay/contracts/requests';

/** Asks for tests of the candidates of an instant or SILVER answer, with its settings but those that skip tests. */
export function testRequest(answer: Id, { workspace, question, settings = {} }: AskedRequest): AskRequest {
  const { effort, bypassEvaluation: _, ...others } = settings;
  const tested = effort === undefined || effort === 'instant' ? others : { ...others, effort };
  return { workspace, question, continues: answer, ...(Object.keys(tested).length > 0 && { settings: tested }) };
}
