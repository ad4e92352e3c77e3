/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { CopyButton } from './copy-button.js';

afterEach(cleanup);

function clipboardIs(clipboard: object | undefined): void {
  Object.assign(navigator, { clipboard });
}

class AnyItem {
  constructor(readonly parts: object) {}
}

it('says why the browser refuses the clipboard, and no more once it has copied', async () => {
  clipboardIs({ writeText: () => Promise.reject(new Error('Write permission denied.')) });
  render(<CopyButton text="select 1" label="Copy SQL" />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy SQL' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Not copied: Write permission denied.');
  clipboardIs({ writeText: async () => undefined });
  fireEvent.click(screen.getByRole('button', { name: 'Copy SQL' }));
  await screen.findByRole('button', { name: 'Copied' });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says why there is no clipboard', async () => {
  clipboardIs(undefined);
  render(<CopyButton text="select 1" />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/only pages on https or localhost/);
});

it('says why what was to be fetched did not come', async () => {
  Object.assign(globalThis, { ClipboardItem: AnyItem });
  // browsers report a missing text as forbidden
  clipboardIs({ write: () => new Promise(() => undefined) });
  render(<CopyButton text={() => Promise.reject(new Error('There are more rows than may be exported.'))} />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Not copied: There are more rows than may be exported.');
});
