import { Controller, Get, Header } from '@nestjs/common';
import { METRICS_TYPE, renderMetrics } from '@assay/telemetry';

/** `GET /metrics`, in Prometheus' text format. */
@Controller('metrics')
export class MetricsController {
  @Get()
  @Header('content-type', METRICS_TYPE)
  @Header('cache-control', 'no-store')
  metrics(): Promise<string> {
    return renderMetrics();
  }
}
