import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

type Attributes = Record<string, unknown>;

/** A span as it was received. */
export interface ReceivedSpan {
  service: string;
  traceId: string;
  spanId: string;
  /** Null for roots. */
  parentSpanId: string | null;
  name: string;
  attributes: Attributes;
  failed: boolean;
  startedAt: number;
  endedAt: number;
}

export interface ReceivedLog {
  service: string;
  traceId: string | null;
  severity: string;
  body: string;
  attributes: Attributes;
}

interface KeyValue {
  key: string;
  value: Record<string, unknown>;
}
interface ResourceItem<Scope> {
  resource: { attributes: KeyValue[] };
  scopes: Scope[];
}
interface SpanJson {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes?: KeyValue[];
  status?: { code?: number };
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}
interface LogJson {
  traceId?: string;
  severityText: string;
  body: { stringValue: string };
  attributes?: KeyValue[];
}

/** An in-memory OTLP/HTTP collector. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  readonly logs: ReceivedLog[] = [];
  /** By service. */
  readonly metrics = new Map<string, Set<string>>();
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      void this.take(request).then((status) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end('{}');
      });
    });
  }

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  trace(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  /** With a span of this run. */
  tracesOf(run: string): Set<string> {
    return new Set(this.spans.filter(({ attributes }) => attributes['assay.run'] === run).map((span) => span.traceId));
  }

  /** Without received parent, except in `outside`. */
  orphans(outside: readonly string[] = []): ReceivedSpan[] {
    const known = new Set([...this.spans.map(({ spanId }) => spanId), ...outside]);
    return this.spans.filter(({ parentSpanId }) => parentSpanId !== null && !known.has(parentSpanId));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage): Promise<number> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
    const body = JSON.parse(text.toString()) as Record<string, Record<string, unknown>[]>;
    if (request.url === '/v1/traces') this.takeSpans(itemsOf(body, 'resourceSpans', 'scopeSpans'));
    else if (request.url === '/v1/logs') this.takeLogs(itemsOf(body, 'resourceLogs', 'scopeLogs'));
    else if (request.url === '/v1/metrics') this.takeMetrics(itemsOf(body, 'resourceMetrics', 'scopeMetrics'));
    else return 404;
    return 200;
  }

  private takeSpans(items: ResourceItem<{ spans: SpanJson[] }>[]): void {
    for (const { resource, scopes } of items) {
      const service = serviceOf(resource);
      for (const span of scopes.flatMap(({ spans }) => spans)) this.spans.push(spanOf(service, span));
    }
  }

  private takeLogs(items: ResourceItem<{ logRecords: LogJson[] }>[]): void {
    for (const { resource, scopes } of items) {
      const service = serviceOf(resource);
      for (const { traceId, severityText, body, attributes } of scopes.flatMap(({ logRecords }) => logRecords)) {
        const fields = attributesOf(attributes);
        this.logs.push({
          service,
          traceId: traceId || null,
          severity: severityText,
          body: body.stringValue,
          attributes: fields,
        });
      }
    }
  }

  private takeMetrics(items: ResourceItem<{ metrics: { name: string }[] }>[]): void {
    for (const { resource, scopes } of items) {
      const service = serviceOf(resource);
      const names = this.metrics.get(service) ?? new Set();
      this.metrics.set(service, names);
      for (const { name } of scopes.flatMap(({ metrics }) => metrics)) names.add(name);
    }
  }
}

function itemsOf<Scope>(
  body: Record<string, Record<string, unknown>[]>,
  resources: string,
  scopes: string,
): ResourceItem<Scope>[] {
  return (body[resources] ?? []).map((item) => ({
    resource: item['resource'] as ResourceItem<Scope>['resource'],
    scopes: (item[scopes] ?? []) as Scope[],
  }));
}

function spanOf(service: string, span: SpanJson): ReceivedSpan {
  return {
    service,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId || null,
    name: span.name,
    attributes: attributesOf(span.attributes),
    failed: span.status?.code === 2,
    startedAt: Number(BigInt(span.startTimeUnixNano) / 1000n) / 1000,
    endedAt: Number(BigInt(span.endTimeUnixNano) / 1000n) / 1000,
  };
}

function serviceOf({ attributes }: { attributes: KeyValue[] }): string {
  return String(attributesOf(attributes)['service.name']);
}

function attributesOf(attributes: readonly KeyValue[] = []): Attributes {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
