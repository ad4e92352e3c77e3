import { startScriptedModel, type ModelHandler, type ScriptedModelOptions } from './scripted-model.js';

interface ScriptModule {
  default?: ModelHandler;
  createModel?: (parameters: unknown) => ScriptedModelOptions;
}

async function serve(message: { script: string; parameters: unknown }): Promise<void> {
  const script = (await import(message.script)) as ScriptModule;
  const options = script.createModel?.(message.parameters) ?? script.default;
  if (options === undefined) throw new Error(`${message.script} exports neither createModel nor a handler`);
  const model = await startScriptedModel(
    typeof options === 'function' ? { handler: options, keepCalls: false } : options,
  );
  process.send?.(model.url);
}

process.once('message', (message) => void serve(message as { script: string; parameters: unknown }));
process.once('disconnect', () => process.exit(0));
