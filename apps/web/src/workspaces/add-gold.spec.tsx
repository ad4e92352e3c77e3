/** @jest-environment jsdom */
import { sampleId } from '@assay/client/testing';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { renderView } from '../testing/render-view.js';
import { SHOP } from '../testing/workspace-fixture.js';
import { AddGold } from './add-gold.js';

afterEach(cleanup);

it.each([
  [[sampleId(8)], 1],
  [undefined, 0],
])('says that an added pair contradicts %s', async (contradicts, sentences) => {
  renderView(<AddGold workspace={SHOP} />, { goldSqls: { add: async () => ({ id: sampleId(9), contradicts }) } });
  fireEvent.change(screen.getByLabelText('Question'), { target: { value: 'How many orders?' } });
  fireEvent.change(screen.getByLabelText('SQL'), { target: { value: 'select 1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('Saved.');
  expect(screen.queryAllByText(/^It contradicts 1 other gold SQL/)).toHaveLength(sentences);
});
