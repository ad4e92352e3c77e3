import { SpanKind, SpanStatusCode, context, trace, type Span } from '@opentelemetry/api';
import { childrenOf, instruments, isTracing, sendSpansSoon, spanContextOf, startSpan } from '../telemetry/index.js';
import type { IncomingMessage, ServerResponse } from 'node:http';

export type RoutedRequest = IncomingMessage & { route?: { path?: unknown } };

/** With the code of the problem that it answers. */
export type AnsweredResponse = ServerResponse & { problem?: string };

/** By route; traces are children of `traceparent`. */
export function observeRequests(request: RoutedRequest, response: AnsweredResponse, next: () => void): void {
  const startedAt = performance.now();
  const span = isTracing() ? traceRequest(request, response) : null;
  // A write after the end must not end the process.
  response.on('error', () => undefined);
  response.once('close', () => {
    const route = routeOf(request);
    const { method = '' } = request;
    const { statusCode, problem } = response;
    const labels = { method, route, status: String(statusCode) };
    instruments().httpRequests.add(1, statusCode >= 500 && problem ? { ...labels, code: problem } : labels);
    instruments().httpDuration.record((performance.now() - startedAt) / 1000, { method, route });
    span?.end();
    // Later work links to this span.
    if (method === 'POST') sendSpansSoon();
  });
  if (span === null) next();
  else context.with(trace.setSpan(context.active(), span), next);
}

function traceRequest(request: RoutedRequest, response: ServerResponse): Span {
  const { method = '', url = '', headers } = request;
  const traceparent = headers['traceparent'];
  const span = startSpan({
    name: method,
    kind: SpanKind.SERVER,
    attributes: { 'http.request.method': method, 'url.path': tracedPath(url) },
    parent: childrenOf(spanContextOf(typeof traceparent === 'string' ? traceparent : null)),
  });
  response.once('finish', () => {
    const route = routeOf(request);
    span.updateName(`${method} ${route}`);
    span.setAttributes({ 'http.route': route, 'http.response.status_code': response.statusCode });
    if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  });
  return span;
}

/** Without the token of a link: who has it reads the answer. */
export function tracedPath(url: string): string {
  return url.replace(/\?[^]*/, '').replace(/^(\/+links\/+)[^/]+/i, '$1:token');
}

/** Paths would create unlimited metrics. */
function routeOf({ route }: RoutedRequest): string {
  return typeof route?.path === 'string' && !route.path.includes('*') ? route.path : 'other';
}
