import { describe, expect, it } from '@jest/globals';
import { EMOTIONS, emotionOf, isKnownEmotion } from './emotion.js';

describe('an emotion', () => {
  it('is itself, in any case and with anything around it', () => {
    for (const emotion of EMOTIONS) expect(emotionOf(` ${emotion.toUpperCase()}! `)).toBe(emotion);
  });

  it.each([
    ['joyful', 'happy'],
    ['melancholy', 'sad'],
    ['furious', 'angry'],
    ['very scared', 'fearful'],
    ['repulsed', 'disgusted'],
    ['shocked', 'surprised'],
  ])('is found by its synonym %s', (word, emotion) => {
    expect(emotionOf(word)).toBe(emotion);
  });

  it.each(['', 'sarcastic', '???', 'constructor', '{"emotion":1}'])('is neutral where %j says nothing', (word) => {
    expect(emotionOf(word)).toBe('neutral');
    expect(isKnownEmotion(word)).toBe(false);
  });
});
