import { describe, expect, it } from '@jest/globals';
import { ttsSchema } from './tts-schema.js';

describe('the schema of a narration', () => {
  it('has every speaker once, and the lines in order', () => {
    const schema = ttsSchema([
      { character: null, text: 'The door opened.', emotion: 'neutral' },
      { character: 'Mara', text: 'Who is there?', emotion: 'fearful' },
      { character: ' MARA ', text: 'Oh, it is you.', emotion: 'happy' },
      { character: 'Tom', text: 'Me.', emotion: 'neutral' },
      { character: 'mara', text: 'You frightened me.', emotion: 'happy' },
    ]);
    expect(schema.characters).toEqual([
      { name: 'Narrator', voice: 'narrator', gender: 'unknown', defaultEmotion: 'neutral' },
      { name: 'Mara', voice: 'voice-1', gender: 'unknown', defaultEmotion: 'happy' },
      { name: 'Tom', voice: 'voice-2', gender: 'unknown', defaultEmotion: 'neutral' },
    ]);
    expect(schema.timeline.map(({ character, text }) => `${character}: ${text}`)).toEqual([
      'Narrator: The door opened.',
      'Mara: Who is there?',
      'Mara: Oh, it is you.',
      'Tom: Me.',
      'Mara: You frightened me.',
    ]);
  });

  it('takes a character called like the narrator for the narrator', () => {
    const { characters } = ttsSchema([
      { character: 'narrator', text: 'Once.', emotion: 'sad' },
      { character: null, text: 'Twice.', emotion: 'sad' },
    ]);
    expect(characters).toEqual([{ name: 'Narrator', voice: 'narrator', gender: 'unknown', defaultEmotion: 'sad' }]);
  });

  it('says how a character sounds where most of the lines that say so agree', () => {
    const line = (character: string, gender?: 'male' | 'female' | 'unknown') => ({
      ...{ character, text: 'Yes.', emotion: 'neutral' },
      ...(gender && { gender }),
    });
    const lines = [line('Mara'), line('Mara', 'unknown'), line('mara', 'female'), line('Tom'), line('Kim', 'unknown')];
    const genders = ttsSchema(lines).characters.map(({ name, gender }) => [name, gender]);
    expect(genders).toEqual([
      ['Mara', 'female'],
      ['Tom', 'unknown'],
      ['Kim', 'unknown'],
    ]);
  });

  it('is empty where nothing is said', () => {
    expect(ttsSchema([])).toEqual({ characters: [], timeline: [] });
  });
});
