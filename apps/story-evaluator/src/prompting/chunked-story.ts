import { chunkMarker } from '../narration/chunk-source.js';
import { harmless } from './template.js';

export function chunkedStory(chunks: readonly { number: number; text: string }[]): string {
  return chunks.map(({ number, text }) => `${chunkMarker(number)} ${harmless(text)}`).join('\n');
}
