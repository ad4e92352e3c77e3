/** @jest-environment jsdom */
import { ApiProblem } from '@assay/client';
import type { KnowledgeImport } from '@assay/contracts';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { listOf, renderView, type FakeClient } from '../testing/render-view.js';
import { SHOP } from '../testing/workspace-fixture.js';
import { ImportsView } from './imports-view.js';

afterEach(cleanup);

const IMPORTED: KnowledgeImport = {
  id: 'd1',
  name: 'schema.yml',
  format: 'dbt-schema',
  hash: 'a',
  importedAt: '2026-01-01T00:00:00.000Z',
  items: [{ kind: 'description', about: 'description of orders', text: 'One row for each order.' }],
  leftOut: [{ what: 'description of orders.coupon', reason: 'the table orders has no column coupon' }],
  unchanged: false,
  difference: { added: ['description of orders'], removed: [], changed: [] },
};

function clientWith(knowledge: FakeClient['knowledge'], mayCurate = true): FakeClient {
  return {
    people: { me: async () => ({ rights: { curate: mayCurate ? [SHOP.id] : ['another'] } }) },
    knowledge: {
      all: listOf({ ...IMPORTED, taken: 1, leftOut: 1 }),
      glossary: async () => ({
        terms: [],
        contradictions: [
          {
            term: 'net',
            meanings: [
              { source: 'a', text: 'one' },
              { source: 'b', text: 'other' },
            ],
          },
        ],
      }),
      drift: async () => ({
        schemaTakenAt: null,
        goldSqls: [{ id: 'g1', question: 'Which?', missing: ['orders.discount'] }],
        evidence: [],
        imports: [],
      }),
      ...knowledge,
    },
  };
}

async function choose(): Promise<void> {
  const file = new File(['models: []'], 'schema.yml');
  file.text = async () => 'models: []';
  fireEvent.change(await screen.findByLabelText('Document'), { target: { files: [file] } });
}

it('imports a document and shows what is taken, left out and otherwise', async () => {
  const sent: unknown[] = [];
  const importing = async (...request: unknown[]): Promise<KnowledgeImport> => {
    sent.push(request);
    return IMPORTED;
  };
  renderView(<ImportsView workspace={SHOP} />, clientWith({ import: importing }));
  await choose();
  fireEvent.click(screen.getByText('Show what would be taken'));
  expect(await screen.findByText('the table orders has no column coupon')).toBeTruthy();
  fireEvent.click(screen.getByText('Import schema.yml'));
  expect(await screen.findByText('Changed (1)')).toBeTruthy();
  expect(sent).toMatchObject([
    [expect.anything(), 'models: []', { name: 'schema.yml', dryRun: true }],
    [expect.anything(), 'models: []', { name: 'schema.yml', dryRun: false }],
  ]);
});

it('says at the field why a document cannot be read', async () => {
  const problem = new ApiProblem(
    {
      type: 'about:blank',
      title: 'Refused',
      status: 422,
      detail: '…',
      code: 'VALIDATION_FAILED',
      errors: [{ field: 'document', message: 'is empty' }],
    },
    null,
  );
  renderView(<ImportsView workspace={SHOP} />, clientWith({ import: () => Promise.reject(problem) }));
  await choose();
  fireEvent.click(screen.getByText('Import schema.yml'));
  expect(await screen.findByText('It is empty')).toBeTruthy();
});

it('shows imports, contradictions and excluded items to readers', async () => {
  renderView(<ImportsView workspace={SHOP} />, clientWith({}, false));
  expect(await screen.findByText('dbt-schema: 1 in use, 1 left out')).toBeTruthy();
  expect(await screen.findByText('“net” has several meanings')).toBeTruthy();
  expect(await screen.findByText(/Gold SQL “Which\?”/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByLabelText('Document')).toBeNull());
});
