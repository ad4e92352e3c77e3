import type { Request, Response } from 'express';

/** `__Host-`: only this host can set it, over HTTPS or on loopback. */
export const SESSION_COOKIE = '__Host-assay';
export const SIGN_IN_COOKIE = '__Host-assay-sign-in';

const ATTRIBUTES = { httpOnly: true, secure: true, sameSite: 'lax', path: '/' } as const;

export function cookieOf({ headers }: Request, name: string): string | undefined {
  const found = (headers.cookie ?? '').split(/; */).find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

/** @param value URL-safe characters and dots */
export function setCookie(response: Response, name: string, value: string, maxAgeMs: number): void {
  response.cookie(name, value, { ...ATTRIBUTES, maxAge: maxAgeMs });
}

export function clearCookie(response: Response, name: string): void {
  response.clearCookie(name, ATTRIBUTES);
}
