export { serveMcpStdio } from './serve-mcp-stdio.js';
export { startMcpHttp, type McpHttpServer } from './start-mcp-http.js';
