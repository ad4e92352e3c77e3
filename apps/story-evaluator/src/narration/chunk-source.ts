const MARKER = /\{\{\s*CHUNK_(\d+)\s*\}\}:/gi;

/** What stands before a chunk in a prompt. */
export function chunkMarker(chunk: number): string {
  return `{{CHUNK_${chunk}}}:`;
}

/**
 * The text that a narration of a chunk is measured by: what stands after the chunk's marker, up to the next marker or
 * the end. Where the text has no such marker, it is the chunk that the run was started with.
 */
export function chunkSource(text: string, chunk: number, startedWith: string): string {
  const markers = [...text.matchAll(MARKER)];
  const at = markers.findIndex(([, number]) => Number(number) === chunk);
  const marker = markers[at];
  if (!marker) return startedWith;
  return text.slice(marker.index + marker[0].length, markers[at + 1]?.index).trim();
}
