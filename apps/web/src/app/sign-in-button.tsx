import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSession } from '../api/assay.js';

/** Leads to the identity provider and back to the address shown now. */
export function SignInButton(): ReactElement | null {
  const { client } = useSession();
  const options = useQuery({
    queryKey: ['sign-in'],
    queryFn: ({ signal }) => client.people.options({ signal }),
    staleTime: Infinity,
  });
  if (options.data?.signIn !== true) return null;
  const { pathname, search } = window.location;
  const failed = new URLSearchParams(search).get('signIn') === 'failed';
  const to = failed ? '/' : `${pathname}${search}`;
  return (
    <div className="stack">
      {failed && <p role="alert">The sign-in failed. Try again, or ask the administrator of Assay.</p>}
      <div>
        <a className="button button-primary" href={`/auth/sign-in?${new URLSearchParams({ to }).toString()}`}>
          Sign in
        </a>
      </div>
    </div>
  );
}
