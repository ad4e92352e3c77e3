import { z } from 'zod';

export const GENDERS = ['male', 'female', 'unknown'] as const;
export type Gender = (typeof GENDERS)[number];

const characterSchema = z.object({
  name: z.string(),
  /** One per speaker: `narrator`, `voice-1`, `voice-2`, … in order of appearance. */
  voice: z.string(),
  /** Most frequent stated one, the first on ties; `unknown` if none is. */
  gender: z.enum(GENDERS),
  /** Most frequent emotion of their lines; the first on ties. */
  defaultEmotion: z.string(),
});

export const narrationSchema = z.object({
  characters: z.array(characterSchema),
  timeline: z.array(z.object({ character: z.string(), text: z.string(), emotion: z.string() })),
});
export type TtsSchema = z.infer<typeof narrationSchema>;
export type TtsCharacter = z.infer<typeof characterSchema>;
