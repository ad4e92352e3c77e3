import type { EscalationRecord, WorkspaceView } from '@assay/contracts';
import { AnswerView } from '../question/answer/answer-view.js';
import { listOf, renderView, type FakeClient, type RenderedView } from './render-view.js';
import { ASKED, SHOP } from './workspace-fixture.js';

export const FIGURE = { columns: [{ name: 'orders', type: 'int8' }], rows: [[1234]], rowCount: 1, truncated: false };

export function showAnswer(
  record: EscalationRecord,
  questions: FakeClient['questions'] = {},
  workspace: WorkspaceView = SHOP,
  workspaces: FakeClient['workspaces'] = {},
  answeredBy: 'model' | 'none' = 'model',
): RenderedView {
  return renderView(<AnswerView record={record} />, {
    questions: {
      part: async () => ASKED,
      rows: async () => FIGURE,
      chartOrReason: async () => 'there are fewer than two rows',
      ...questions,
    },
    workspaces: { all: listOf(workspace), ...workspaces },
    apiKeys: { caller: async () => ({ keyNeeded: false, admin: true, mayCurate: true, workspaces: null, answeredBy }) },
  });
}
