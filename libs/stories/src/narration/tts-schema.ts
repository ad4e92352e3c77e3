import type { Gender, TtsCharacter, TtsSchema } from '@assay/contracts';

export interface SpokenLine {
  /** Null for the narrator. */
  character: string | null;
  text: string;
  emotion: string;
  /** Of the voice, by the model; absent: `unknown`. */
  gender?: Gender;
}

const NARRATOR = 'Narrator';

/** The story as speech, with the lines in their order. */
export function ttsSchema(lines: readonly SpokenLine[]): TtsSchema {
  const names = new Map<string, string>();
  const genders = new Map<string, Gender[]>();
  const timeline = lines.map(({ character, text, emotion, gender = 'unknown' }) => {
    const given = character ?? NARRATOR;
    const key = keyOf(given);
    if (!names.has(key)) names.set(key, key === keyOf(NARRATOR) ? NARRATOR : given.trim());
    const name = names.get(key) ?? given;
    if (gender !== 'unknown') genders.set(name, [...(genders.get(name) ?? []), gender]);
    return { character: name, text, emotion };
  });
  const speakers = [...names.values()];
  const others = speakers.filter((name) => name !== NARRATOR);
  const characters = speakers.map((name): TtsCharacter => ({
    name,
    voice: name === NARRATOR ? 'narrator' : `voice-${others.indexOf(name) + 1}`,
    gender: mostFrequent(genders.get(name) ?? []) ?? 'unknown',
    defaultEmotion:
      mostFrequent(timeline.filter((line) => line.character === name).map(({ emotion }) => emotion)) ?? 'neutral',
  }));
  return { characters, timeline };
}

/** Restores the readable field order, which jsonb loses. */
export function inOrder({ characters, timeline }: TtsSchema): TtsSchema {
  return {
    characters: characters.map(({ name, voice, gender, defaultEmotion }) => ({ name, voice, gender, defaultEmotion })),
    timeline: timeline.map(({ character, text, emotion }) => ({ character, text, emotion })),
  };
}

function keyOf(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

function mostFrequent<Word extends string>(words: readonly Word[]): Word | undefined {
  const counts = new Map<Word, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const [best] = [...counts].sort(([, left], [, right]) => right - left);
  return best?.[0];
}
