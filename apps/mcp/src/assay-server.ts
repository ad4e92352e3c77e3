import type { AssayClient } from '@assay/client';
import { McpServer } from '@modelcontextprotocol/server';
import { addAskTool } from './tools/ask-tool.js';
import { addEvaluationTools } from './tools/evaluation-tools.js';
import { addQuestionTools } from './tools/question-tools.js';
import { addStoryTools } from './tools/story-tools.js';
import { addWorkspaceTools } from './tools/workspace-tools.js';
import { addWorkspaceResources } from './workspace-resources.js';

const INSTRUCTIONS =
  'Assay answers questions about databases with SQL that it has tested. Choose a workspace with list_workspaces, then ' +
  'ask. A FAILED or ERROR answer is no answer: say so, and why. read_record explains how an answer was decided.';

export function createAssayServer(client: AssayClient): McpServer {
  const server = new McpServer(
    { name: 'assay', title: 'Assay', version: '0.1.0' },
    { instructions: INSTRUCTIONS, capabilities: { tools: {}, resources: {} } },
  );
  addWorkspaceTools(server, client);
  addAskTool(server, client);
  addQuestionTools(server, client);
  addEvaluationTools(server, client);
  addStoryTools(server, client);
  addWorkspaceResources(server, client);
  return server;
}
