import type { ReactElement } from 'react';

/** Stands above the page, which keeps its inputs while the person signs in in another tab. */
export function SessionEnded({ onContinue }: { onContinue: () => void }): ReactElement {
  return (
    <div className="problem" role="alert">
      <p className="problem-title">Your session has ended</p>
      <p>Sign in again in another tab, then continue here. What you typed stays.</p>
      <div className="row">
        <a className="button button-primary" href="/auth/sign-in" target="_blank" rel="noreferrer">
          Sign in again
        </a>
        <button type="button" className="button" onClick={onContinue}>
          Continue
        </button>
      </div>
    </div>
  );
}
