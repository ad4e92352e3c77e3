import { SpanKind, SpanStatusCode, trace, type Attributes } from '@opentelemetry/api';
import { AssayError, type CallLabels } from '@assay/contracts';
import type { Completion, ModelRequest } from '@assay/llm';
import type { TaskContext } from '../task-context.js';

/** `true` adds prompts and answers to spans. */
const CAPTURE = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT';

export interface TracedCall {
  agent: CallLabels['agent'];
  request: ModelRequest;
  context: Pick<TaskContext, 'task' | 'run' | 'stage' | 'attempts'>;
}

/** By OpenTelemetry GenAI conventions. Contents are omitted unless enabled. */
export async function inCallSpan(call: TracedCall, send: () => Promise<Completion>): Promise<Completion> {
  const tracer = trace.getTracer('@assay/work');
  const options = { kind: SpanKind.CLIENT, attributes: requestAttributes(call) };
  return tracer.startActiveSpan(`chat ${call.request.model}`, options, async (span) => {
    try {
      const completion = await send();
      span.setAttributes(responseAttributes(completion));
      return completion;
    } catch (error) {
      const type = error instanceof AssayError ? error.code : error instanceof Error ? error.name : '_OTHER';
      span.setAttribute('error.type', type);
      span.setStatus({ code: SpanStatusCode.ERROR, message: type });
      throw error;
    } finally {
      span.end();
    }
  });
}

function requestAttributes({ agent, request, context }: TracedCall): Attributes {
  const { hostname, port, protocol } = new URL(request.baseUrl);
  return {
    'gen_ai.operation.name': 'chat',
    // the protocol; the actual server is unknown
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': request.model,
    'gen_ai.request.temperature': request.temperature,
    'gen_ai.output.type': request.contract === null ? 'text' : 'json',
    'gen_ai.agent.name': agent,
    'gen_ai.conversation.id': context.run?.id,
    'server.address': hostname,
    'server.port': port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    'assay.task': context.task,
    'assay.task.attempts': context.attempts,
    'assay.stage': context.stage?.kind,
    'gen_ai.input.messages': words(() => request.messages.map(({ role, content }) => textMessage(role, content))),
  };
}

function responseAttributes(completion: Completion): Attributes {
  const { model, finishReason, inputTokens, outputTokens, content } = completion;
  return {
    'gen_ai.response.model': model,
    'gen_ai.response.finish_reasons': finishReason === null ? undefined : [finishReason],
    'gen_ai.usage.input_tokens': inputTokens,
    'gen_ai.usage.output_tokens': outputTokens,
    'gen_ai.output.messages': words(() => [
      { ...textMessage('assistant', content ?? ''), finish_reason: finishReason },
    ]),
  };
}

function words(messages: () => object[]): string | undefined {
  return process.env[CAPTURE]?.toLowerCase() === 'true' ? JSON.stringify(messages()) : undefined;
}

function textMessage(role: string, content: string): object {
  return { role, parts: [{ type: 'text', content }] };
}
