import { Controller, Get, Header } from '@nestjs/common';
import { METRICS_TYPE, renderMetrics } from '@assay/telemetry';
import { Documented } from '../openapi/documented.js';

/** `GET /metrics`, in Prometheus' text format. */
@Controller('metrics')
export class MetricsController {
  @Get()
  @Documented({
    summary: "What this process has counted, and how deep the queues are, in Prometheus' text format.",
    tag: 'Operations',
    answers: { 200: { text: 'text/plain' } },
    open: true,
  })
  @Header('content-type', METRICS_TYPE)
  @Header('cache-control', 'no-store')
  metrics(): Promise<string> {
    return renderMetrics();
  }
}
