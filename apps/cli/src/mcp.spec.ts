import { describe, expect, it } from '@jest/globals';
import { eventually } from '@assay/testing';
import { FakeTerminal } from './fixtures/fake-terminal.js';
import { runCli } from './run-cli.js';

describe('assay mcp --http', () => {
  it('leads clients without a token to the issuer', async () => {
    const [ASSAY_OIDC_ISSUER, ASSAY_MCP_URL] = ['https://login.example', 'https://mcp.example/mcp'];
    const terminal = new FakeTerminal({ ASSAY_URL: 'http://127.0.0.1:1', ASSAY_OIDC_ISSUER, ASSAY_MCP_URL });
    const ended = runCli(['mcp', '--http', '--port', '0'], terminal);
    await eventually(() => terminal.stderr.text.includes('MCP at'));
    const [url = ''] = /http:\S+(?=;)/.exec(terminal.stderr.text) ?? [];
    const found = await fetch(new URL('/.well-known/oauth-protected-resource', url));
    expect(await found.json()).toMatchObject({ resource: ASSAY_MCP_URL, authorization_servers: [ASSAY_OIDC_ISSUER] });
    terminal.interrupt();
    expect(await ended).toBe(0);
  });
});
