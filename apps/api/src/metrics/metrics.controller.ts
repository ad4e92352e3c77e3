import { Controller, Get, Header, Inject, Req } from '@nestjs/common';
import { requireAdmin } from '@assay/contracts/requests';
import { CONFIG, sameSecret, type Config } from '@assay/runtime';
import { METRICS_TYPE, renderMetrics } from '@assay/runtime/telemetry';
import type { Request } from 'express';
import { Needs } from '../access/needs.js';
import { Gate } from '../access/gate.js';
import { addressOf } from '../http/address-of.js';
import { Documented } from '../openapi/documented.js';

/**
 * Metrics reveal models, volumes and costs: unless the gate is open, they need the right `operate` or the metrics
 * token.
 */
@Controller('metrics')
export class MetricsController {
  private readonly token: string | null;

  constructor(
    private readonly gate: Gate,
    @Inject(CONFIG) config: Config,
  ) {
    this.token = config.http.metricsToken;
  }

  @Get()
  @Needs({ right: 'operate', late: true })
  @Documented({
    summary: "Counters of this process and depths of the queues, in Prometheus' text format.",
    answers: { 200: { text: 'text/plain' } },
  })
  @Header('content-type', METRICS_TYPE)
  @Header('cache-control', 'no-store')
  async metrics(@Req() request: Request): Promise<string> {
    const { authorization } = request.headers;
    const hasToken = this.token !== null && sameSecret(authorization ?? '', `Bearer ${this.token}`);
    if (!hasToken) requireAdmin(await this.gate.admit({ authorization }, addressOf(request)));
    return renderMetrics();
  }
}
