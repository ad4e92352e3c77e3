import type { EscalationRecord } from '@assay/contracts';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSession } from '../../api/assay.js';
import { fileNameOf, saveFile } from '../../design/save-file.js';
import { Problem } from '../../design/problem.js';

export function DownloadCsv({ record }: { record: EscalationRecord }): ReactElement {
  const { client } = useSession();
  const download = useMutation({
    // A partial file would look complete.
    mutationFn: async () => {
      const { truncated, text } = await client.questions.csv(record.id, { bom: true });
      saveFile(await new Response(text).blob(), `${fileNameOf(record.question)}.csv`);
      return truncated;
    },
  });
  return (
    <>
      <button type="button" className="button" disabled={download.isPending} onClick={() => download.mutate()}>
        {download.isPending ? 'Fetching all rows …' : 'Download all rows (CSV)'}
      </button>
      {download.data === true && (
        <p className="small" role="status">
          The file ends at the export limit; there are more rows.
        </p>
      )}
      {download.error !== null && <Problem title="The rows could not be exported" error={download.error} />}
    </>
  );
}
