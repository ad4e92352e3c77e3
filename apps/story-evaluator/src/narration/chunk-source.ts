const MARKER = /\{\{\s*CHUNK_(\d+)\s*\}\}:/gi;

export function chunkMarker(chunk: number): string {
  return `{{CHUNK_${chunk}}}:`;
}

/** Text between its marker and the next; `startedWith` if absent. */
export function chunkSource(text: string, chunk: number, startedWith: string): string {
  const markers = [...text.matchAll(MARKER)];
  const at = markers.findIndex(([, number]) => Number(number) === chunk);
  const marker = markers[at];
  if (!marker) return startedWith;
  return text.slice(marker.index + marker[0].length, markers[at + 1]?.index).trim();
}
