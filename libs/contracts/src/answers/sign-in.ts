import { z } from 'zod';

export const signInOptionsSchema = z.object({
  signIn: z.boolean().describe('Whether the page offers sign-in at /auth/sign-in.'),
});
export type SignInOptions = z.infer<typeof signInOptionsSchema>;

export const signedOutSchema = z.object({
  redirect: z.string().describe('Where the browser goes on to: the provider, or the start.'),
});
export type SignedOut = z.infer<typeof signedOutSchema>;
