import { describe, expect, it } from '@jest/globals';
import type { Cell, ExportRequest } from '@assay/contracts';
import { RowExporter } from './export-rows.js';
import type { WorkspaceConnection } from './workspace-connection.js';

const SHOP: WorkspaceConnection = { workspace: 'shop', dialect: 'sqlite', url: 'sqlite:///shop.sqlite' };
const request = (sql: string): ExportRequest => ({
  kind: 'export',
  sql,
  limits: { statementTimeoutMs: 1000, maxRows: 10, maxBytes: 1000 },
});
const never = (): AbortSignal => new AbortController().signal;

function scripted(): { exporter: RowExporter; asked: string[]; answer: () => void; stored: string[] } {
  const asked: string[] = [];
  const stored: string[] = [];
  const answers: (() => void)[] = [];
  const sampler = {
    answer: (_connection: unknown, { sql, jsonAsText }: { sql: string; jsonAsText?: boolean }): Promise<never> => {
      asked.push(sql);
      expect(jsonAsText).toBe(true);
      const rows: Cell[][] = [[sql]];
      const result = { columns: [], rows, rowCount: 1, truncated: false, elapsedMs: 1 };
      return new Promise((resolve) => answers.push(() => resolve({ result } as never)));
    },
  };
  const blocks = { store: async (_workspace: string, text: string) => String(stored.push(text)) };
  const exporter = new RowExporter(sampler as never, blocks, { running: 1, queued: 1 });
  return { exporter, asked, answer: () => answers.shift()?.(), stored };
}

describe('exports', () => {
  it('run one after another, each with its own rows, and turn away who would wait behind too many', async () => {
    const { exporter, asked, answer, stored } = scripted();
    const first = exporter.export(SHOP, request('one'), never());
    const second = exporter.export(SHOP, request('two'), never());
    await expect(exporter.export(SHOP, request('three'), never())).rejects.toMatchObject({ code: 'TARGET_QUEUE_FULL' });
    expect(asked).toEqual(['one']);
    answer();
    await first;
    expect(asked).toEqual(['one', 'two']);
    answer();
    expect(await second).toMatchObject({ result: { pages: ['2'] } });
    expect(stored).toEqual(['[["one"]]', '[["two"]]']);
  });

  it('do not run where they were given up while they waited', async () => {
    const { exporter, asked, answer } = scripted();
    const first = exporter.export(SHOP, request('one'), never());
    const leaving = new AbortController();
    const second = exporter.export(SHOP, request('two'), leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    answer();
    await first;
    expect(asked).toEqual(['one']);
  });
});
