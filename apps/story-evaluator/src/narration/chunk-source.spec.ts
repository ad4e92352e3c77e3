import { describe, expect, it } from '@jest/globals';
import { chunkMarker, chunkSource } from './chunk-source.js';

describe('the source of a chunk', () => {
  it('is the text after its marker, up to the next marker or the end', () => {
    const prompt = 'Narrate.\n{{CHUNK_1}}: The first. {{chunk_2}}:\nThe second.\n\n{{CHUNK_3}}: The third.';
    expect(chunkSource(prompt, 1, '')).toBe('The first.');
    expect(chunkSource(prompt, 2, '')).toBe('The second.');
    expect(chunkSource(prompt, 3, '')).toBe('The third.');
  });

  it('is empty where the next marker follows at once', () => {
    expect(chunkSource('{{CHUNK_1}}: {{CHUNK_2}}: text', 1, 'fallback')).toBe('');
  });

  it('is what the run was started with, where there is no such marker', () => {
    expect(chunkSource('no marker at all', 1, 'the chunk')).toBe('the chunk');
    expect(chunkSource('{{CHUNK_12}}: twelve', 1, 'the chunk')).toBe('the chunk');
  });

  it('is found behind the marker that is written for it', () => {
    expect(chunkSource(`${chunkMarker(7)} seven`, 7, '')).toBe('seven');
  });
});
