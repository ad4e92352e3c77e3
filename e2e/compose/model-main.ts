import { startScriptedModel } from '@assay/testing/scripted-model';
import { ScriptedCast } from '../harness/script.js';
import { scriptOf } from './scenarios.js';

const PORT = 8080;

/** Stories are tested elsewhere; here they need only reach the model. */
const NO_STORIES = { status: 400, body: { error: { message: 'the suite has no story to tell' } } };

const cast = new ScriptedCast(scriptOf);

/** `/calls/<question>`: calls by agent. */
function callsOf(path: string): Record<string, number> | undefined {
  const question = /^\/calls\/([\w-]+)$/.exec(path)?.[1];
  if (question === undefined) return undefined;
  const byAgent = Map.groupBy(cast.callsOf(question), ({ agent }) => agent);
  return Object.fromEntries([...byAgent].map(([agent, calls]) => [agent, calls.length]));
}

// In a container beside the services.
const model = await startScriptedModel({
  handler: (call) => (call.agent === 'story-evaluator' ? NO_STORIES : cast.handler(call)),
  keepCalls: false,
  host: '0.0.0.0',
  port: PORT,
  page: callsOf,
});
console.log(`the scripted model listens on port ${PORT}`);
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void model.close());
