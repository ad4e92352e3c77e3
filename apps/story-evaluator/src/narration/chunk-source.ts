const MARKER = /\{\{\s*CHUNK_(\d+)\s*\}\}:/gi;

/** Precedes a chunk in prompts. */
export function chunkMarker(chunk: number): string {
  return `{{CHUNK_${chunk}}}:`;
}

/** The chunk's text after its marker, up to the next marker. Without the marker: `startedWith`. */
export function chunkSource(text: string, chunk: number, startedWith: string): string {
  const markers = [...text.matchAll(MARKER)];
  const at = markers.findIndex(([, number]) => Number(number) === chunk);
  const marker = markers[at];
  if (!marker) return startedWith;
  return text.slice(marker.index + marker[0].length, markers[at + 1]?.index).trim();
}
