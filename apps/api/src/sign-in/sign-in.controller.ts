import { Body, Controller, Get, Header, Post, Query, Req, Res } from '@nestjs/common';
import { RequestProblem, type SignInOptions, type SignedOut } from '@assay/contracts';
import type { Request, Response } from 'express';
import { Needs } from '../access/needs.js';
import { Documented } from '../openapi/documented.js';
import { SignIn } from './sign-in.js';

const LOGOUT_FORM = { type: 'object', properties: { logout_token: { type: 'string' } } };

/** Its body is a form, not JSON, as in the standard. */
export const LOGOUT_PATH = '/auth/back-channel-logout';

@Controller('auth')
@Needs({ right: null })
export class SignInController {
  constructor(private readonly signIn: SignIn) {}

  @Get('options')
  @Documented({
    summary: 'Whether people may sign in here.',
    answers: { 200: { model: 'SignInOptions' } },
    open: true,
  })
  options(): SignInOptions {
    return { signIn: this.signIn.isOffered };
  }

  @Get('sign-in')
  @Documented({
    summary: "Redirects the browser to the identity provider, then to the page's path `to`.",
    answers: { 302: { empty: 'To the provider.' } },
    problems: { 404: 'NOT_FOUND', 503: 'IDENTITY_PROVIDER_UNREACHABLE' },
    open: true,
  })
  @Header('cache-control', 'no-store')
  async begin(@Query('to') to: unknown, @Res() response: Response): Promise<void> {
    response.redirect(await this.signIn.begin(to, response));
  }

  @Get('callback')
  @Documented({
    summary: 'Where the identity provider leads back to.',
    answers: { 302: { empty: 'To the page, signed in or with signIn=failed.' } },
    problems: { 404: 'NOT_FOUND' },
    open: true,
  })
  @Header('cache-control', 'no-store')
  async callback(@Req() request: Request, @Res() response: Response): Promise<void> {
    response.redirect(await this.signIn.finish(request, response));
  }

  @Post('sign-out')
  @Documented({
    summary: 'Ends all sessions of the person, and names the address that signs them out at the provider.',
    answers: { 200: { model: 'SignedOut' } },
    problems: { 403: 'ORIGIN_NOT_SERVED', 404: 'NOT_FOUND' },
    open: true,
  })
  @Header('cache-control', 'no-store')
  async end(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<SignedOut> {
    return { redirect: await this.signIn.end(request, response) };
  }

  @Post('back-channel-logout')
  @Documented({
    summary: 'Ends sessions at the request of the identity provider (OpenID Connect Back-Channel Logout).',
    answers: { 200: { empty: 'They have ended.' } },
    problems: { 400: 'LOGOUT_TOKEN_INVALID', 404: 'NOT_FOUND' },
    body: { consumes: ['application/x-www-form-urlencoded'], is: { schema: LOGOUT_FORM } },
    open: true,
  })
  @Header('cache-control', 'no-store')
  async endFor(@Body() form: unknown): Promise<void> {
    const { logout_token: token } = (form ?? {}) as Record<string, unknown>;
    if (typeof token !== 'string')
      throw new RequestProblem(400, 'LOGOUT_TOKEN_INVALID', 'The form has no logout token.');
    await this.signIn.endFor(token);
  }
}
