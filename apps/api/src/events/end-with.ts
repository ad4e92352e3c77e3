import type { Response } from 'express';

const LOOK_MS = 2000;

/** Ends a response once its caller is no longer admitted; errors of the look change nothing. */
export function endWith(response: Response, isAdmitted: () => Promise<boolean>): void {
  const timer = setInterval(() => {
    isAdmitted().then(
      (isStill) => void (isStill || response.destroy()),
      () => undefined,
    );
  }, LOOK_MS);
  response.once('close', () => clearInterval(timer));
}
