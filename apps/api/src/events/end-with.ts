import type { Response } from 'express';
import { finished } from 'node:stream';

const LOOK_MS = 2000;

/** Ends a response once its caller is no longer admitted; a failing check changes nothing. */
export function endWith(response: Response, isAdmitted: () => Promise<boolean>): void {
  const timer = setInterval(() => {
    isAdmitted().then(
      (isStill) => void (isStill || response.destroy()),
      () => undefined,
    );
  }, LOOK_MS);
  finished(response, () => clearInterval(timer));
}
