import { DEFAULT_SETTINGS, type AskedRequest, type WorkspaceView } from '@assay/contracts';
import { sampleId } from '@assay/client/testing';

export const SHOP: WorkspaceView = {
  id: sampleId(2),
  name: 'shop',
  dialect: 'postgres',
  directives: null,
  evidence: [],
  settings: DEFAULT_SETTINGS,
  privileges: { superuser: false, canWrite: false, findings: [] },
  createdAt: '2026-01-01T00:00:00.000Z',
};

export const ASKED: AskedRequest = {
  workspace: SHOP.id,
  question: 'How many orders were placed this month?',
  evidence: ['a month is a calendar month'],
  level: 'BASIC',
  settings: {},
};
