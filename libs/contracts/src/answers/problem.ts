import { z } from 'zod';
import { nextStepSchema } from './question.js';

/** What somebody may do whose request was refused: what may be done about a question, and more. */
const refusalStepSchema = z.object({
  action: z.enum([...nextStepSchema.shape.action.options, 'edit-request', 'check-key', 'look-up']),
  message: z.string(),
});
export type RefusalStep = z.infer<typeof refusalStepSchema>;
export type RefusalAction = RefusalStep['action'];

const fieldProblem = z.object({ field: z.string(), message: z.string() });

/** Body of every answer that is not 2xx: RFC 9457 with a stable `code`, and the fields where the input was bad. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  errors: z.array(fieldProblem).optional(),
  nextSteps: z.array(refusalStepSchema).optional().describe('What may be done, the most promising first.'),
});
export type ProblemDocument = z.infer<typeof problemSchema>;

/** One field of a body or query that was refused (422). */
export type FieldProblem = z.infer<typeof fieldProblem>;
