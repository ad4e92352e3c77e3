import type { AssayClient } from '@assay/client';
import type { Id } from '@assay/contracts';
import { csvParseRows, tsvFormatRows } from 'd3-dsv';

/**
 * All rows as spreadsheets take them from the clipboard, of one export: pages of rows are executed one by one, and may
 * overlap where the SQL gives no order. Rejects where the export limit cuts them, as a part would pass for the whole.
 */
export async function allRowsAsTsv(client: AssayClient, question: Id): Promise<string> {
  const { truncated, text } = await client.questions.csv(question);
  const csv = await new Response(text).text();
  if (truncated) throw new Error('There are more rows than may be exported.');
  return tsvFormatRows(csvParseRows(csv));
}
