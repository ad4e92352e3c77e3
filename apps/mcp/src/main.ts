import { startProcessTelemetry } from '@assay/runtime';
import { startMcpHttp } from './start-mcp-http.js';

/**
 * The MCP service over HTTP. `ASSAY_URL`: Assay's address; `HOST`, `PORT`: where to listen; `ASSAY_OIDC_ISSUER`,
 * `ASSAY_MCP_URL`: who issues tokens, and MCP's public address.
 */
const {
  ASSAY_URL = 'http://127.0.0.1:3000',
  HOST = '127.0.0.1',
  PORT = '3001',
  ASSAY_STOP_DELAY_SECONDS = '0',
} = process.env;
process.stderr.on('error', () => undefined);
const complain = (error: Error): void => void process.stderr.write(`${error.stack ?? error.message}\n`);

const failed = (error: Error): never => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
};

const telemetry = await startProcessTelemetry('mcp', process.env, (message) =>
  complain(new Error(`telemetry has a fault: ${message}`)),
).catch(failed);
const server = await startMcpHttp({
  assayUrl: ASSAY_URL,
  host: HOST,
  port: Number(PORT),
  stopDelayMs: Number(ASSAY_STOP_DELAY_SECONDS) * 1000,
  onError: complain,
}).catch(failed);
process.stderr.write(`Assay's MCP server listens at ${server.url}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void server.stop().then(() => telemetry.stop()));
