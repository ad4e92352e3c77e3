/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { render, waitFor } from '@testing-library/react';
import { Sql } from './sql.js';

it('shows SQL in the order in which it runs, in colours and before', async () => {
  const { container } = render(<Sql sql={"SELECT '\u202e' -- <b>\u2066 x"} />);
  expect(container.textContent).toBe("SELECT '\ufffd' -- <b>\ufffd x");
  await waitFor(() => expect(container.querySelector('.hljs-keyword')).not.toBeNull());
  expect(container.textContent).toBe("SELECT '\ufffd' -- <b>\ufffd x");
});
