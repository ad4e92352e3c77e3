export const EMOTIONS = ['neutral', 'happy', 'sad', 'angry', 'fearful', 'disgusted', 'surprised'] as const;
export type Emotion = (typeof EMOTIONS)[number];

const SYNONYMS: Readonly<Record<Exclude<Emotion, 'neutral'>, string>> = {
  happy: `
    happiness joy joyful glad cheerful excited delighted pleased amused hopeful proud relieved loving content
    playful`,
  sad: `
    sadness sorrow sorrowful unhappy melancholic melancholy depressed grief grieving lonely disappointed hurt
    regretful crying tearful`,
  angry: 'anger mad furious fury rage enraged annoyed irritated frustrated outraged hostile bitter',
  fearful: `
    fear afraid scared frightened terrified terror anxious anxiety worried nervous panicked panic horrified tense`,
  disgusted: 'disgust revolted repulsed contempt contemptuous scornful sickened appalled',
  surprised: 'surprise astonished astonishment amazed shocked shock startled stunned incredulous bewildered',
};

const BY_WORD: ReadonlyMap<string, Emotion> = new Map([
  ...EMOTIONS.map((emotion): [string, Emotion] => [emotion, emotion]),
  ...Object.entries(SYNONYMS).flatMap(([emotion, words]) =>
    words
      .trim()
      .split(/\s+/)
      .map((word): [string, Emotion] => [word, emotion as Emotion]),
  ),
]);

export function emotionOf(word: string): Emotion {
  return known(word) ?? 'neutral';
}

export function isKnownEmotion(word: string): boolean {
  return known(word) !== undefined;
}

function known(word: string): Emotion | undefined {
  const words = word.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.map((part) => BY_WORD.get(part)).find((emotion) => emotion !== undefined);
}
