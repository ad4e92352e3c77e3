import { LEVELS, settingsPatchSchema } from '@assay/contracts';
import { z } from 'zod';

const QUESTION_CHARACTERS = 8000;

/** Queues that replies may go to. */
const REPLY_QUEUE = /^replies-[a-z0-9-]{1,64}$/;

/** Body of `POST /v1/questions`, and with `idempotencyKey` that of a job `ask`. */
export const askSchema = z.strictObject({
  workspace: z.string().min(1).max(200),
  question: z
    .string()
    .refine((text) => text.trim() !== '', 'must not be empty')
    .refine(isShortEnough, `must have at most ${QUESTION_CHARACTERS} characters`),
  evidence: z.array(z.string().min(1)).max(500).optional(),
  level: z.enum(LEVELS).optional(),
  settings: settingsPatchSchema.optional(),
  replyTo: z.string().regex(REPLY_QUEUE, 'must match replies-[a-z0-9-]{1,64}').optional(),
});
export type Ask = z.infer<typeof askSchema>;

/** Printable ASCII, as a header can carry it. */
export const idempotencyKeySchema = z
  .string()
  .regex(/^[\x20-\x7e]{1,255}$/, 'must have 1 to 255 printable ASCII characters');

/** Characters as people count them, not UTF-16 units. */
function isShortEnough(text: string): boolean {
  if (text.length <= QUESTION_CHARACTERS) return true;
  return text.length <= 2 * QUESTION_CHARACTERS && [...text].length <= QUESTION_CHARACTERS;
}
