export interface Frame {
  id: string | null;
  event: string | null;
  data: string | null;
}

/** To the end, or until `enough`. */
export async function readFrames(
  url: string,
  headers: Record<string, string> = {},
  enough: (frames: Frame[]) => boolean = () => false,
): Promise<{ response: Response; frames: Frame[]; endedByServer: boolean }> {
  const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers } });
  const frames: Frame[] = [];
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk as Uint8Array, { stream: true });
    const parts = rest.split('\n\n');
    rest = parts.pop() ?? '';
    frames.push(...parts.map(frameOf).filter((frame) => frame.data !== null));
    if (!enough(frames)) continue;
    // Leaving the loop closes the connection.
    return { response, frames, endedByServer: false };
  }
  return { response, frames, endedByServer: true };
}

function frameOf(text: string): Frame {
  const field = (name: string): string | null => {
    const lines = text.split('\n').filter((line) => line.startsWith(`${name}:`));
    return lines.length === 0 ? null : lines.map((line) => line.slice(name.length + 1).trimStart()).join('\n');
  };
  return { id: field('id'), event: field('event'), data: field('data') };
}
