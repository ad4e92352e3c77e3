import { count, type AssayClient } from '@assay/client';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answer, answering } from '../tool-answer.js';

const MOST_CHARACTERS = 200_000;

export function addCsvTool(server: McpServer, client: AssayClient): void {
  server.registerTool(
    'export_csv',
    {
      title: 'Export rows as CSV',
      description:
        "All rows of a question's winning SQL as CSV (RFC 4180, names first), executed read-only now; " +
        `cut at the end of a line beyond ${MOST_CHARACTERS} characters.`,
      inputSchema: z.strictObject({ question: z.uuid().describe('Id of the question') }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ question }) =>
      answering(async () => {
        const { text, truncated } = await client.questions.csv(question);
        const read = await readUpTo(text, MOST_CHARACTERS);
        const cut = truncated || read.cut;
        const note = cut ? [`(cut after ${count(read.csv.length, 'character')}; there are more rows)`] : [];
        return answer([read.csv.trimEnd(), ...note], { csv: read.csv, truncated: cut });
      }),
  );
}

/** Reads whole lines up to a limit and skips the rest. */
async function readUpTo(stream: ReadableStream<Uint8Array>, most: number): Promise<{ csv: string; cut: boolean }> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let csv = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { csv, cut: false };
    csv += value;
    if (csv.length <= most) continue;
    await reader.cancel();
    return { csv: csv.slice(0, csv.lastIndexOf('\n', most) + 1), cut: true };
  }
}
