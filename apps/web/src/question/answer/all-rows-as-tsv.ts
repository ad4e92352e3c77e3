import type { AssayClient } from '@assay/client';
import type { Id } from '@assay/contracts';
import { csvParseRows, tsvFormatRows } from 'd3-dsv';

/** From one export: separate pages may overlap. */
export async function allRowsAsTsv(client: AssayClient, question: Id): Promise<string> {
  const { truncated, text } = await client.questions.csv(question);
  const csv = await new Response(text).text();
  if (truncated) throw new Error('There are more rows than may be exported.');
  return tsvFormatRows(csvParseRows(csv));
}
