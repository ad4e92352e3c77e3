/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { SessionProvider, useSession } from './assay.js';

function Provided({ children }: { children: ReactNode }): ReactElement {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider>{children}</SessionProvider>
    </QueryClientProvider>
  );
}

const { fetch: original } = globalThis;
afterEach(() => {
  cleanup();
  globalThis.fetch = original;
});

describe('the session of the page', () => {
  it.each(['enter', 'leave'] as const)('names no person of before after %s', async (how) => {
    const sent = jest.fn<typeof fetch>(() =>
      Promise.resolve({ ok: true, status: 200, text: () => Promise.resolve('{}') } as Response),
    );
    globalThis.fetch = sent;
    const { result } = renderHook(useSession, { wrapper: Provided });
    const personSent = async (): Promise<string | null> => {
      await result.current.client.people.me();
      return new Headers(sent.mock.lastCall?.[1]?.headers).get('x-assay-person');
    };
    act(() => result.current.become('ann'));
    expect(await personSent()).toBe('ann');
    act(() => (how === 'enter' ? result.current.enter('a-key', 'tab') : result.current.leave()));
    expect(await personSent()).toBeNull();
  });
});
