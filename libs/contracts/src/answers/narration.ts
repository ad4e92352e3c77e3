import { z } from 'zod';

export const GENDERS = ['male', 'female', 'unknown'] as const;
export type Gender = (typeof GENDERS)[number];

/** A speaker. Whoever speaks the text binds each voice to one of its own. */
const characterSchema = z.object({
  name: z.string(),
  /** A slot of its own for each speaker: `narrator`, `voice-1`, `voice-2`, … in order of appearance. */
  voice: z.string(),
  /** What most of their lines say; `unknown` where none says. */
  gender: z.enum(GENDERS),
  /** The emotion most of their lines have; of equally frequent ones the first. */
  defaultEmotion: z.string(),
});

/** A story as speech: who speaks, and what is said, in order. */
export const narrationSchema = z.object({
  characters: z.array(characterSchema),
  timeline: z.array(z.object({ character: z.string(), text: z.string(), emotion: z.string() })),
});
export type TtsSchema = z.infer<typeof narrationSchema>;
export type TtsCharacter = z.infer<typeof characterSchema>;
