import { ApiProblem } from './api-problem.js';
import type { HttpTransport, RequestOptions } from './http-transport.js';

/** Throws ConnectionProblem if nothing responds. */
export class HealthClient {
  constructor(private readonly transport: HttpTransport) {}

  async live(options: RequestOptions = {}): Promise<boolean> {
    return this.holds('/health/live', options);
  }

  /** False during start-up and draining. */
  async ready(options: RequestOptions = {}): Promise<boolean> {
    return this.holds('/health/ready', options);
  }

  /** In Prometheus format. */
  async metrics(options: RequestOptions = {}): Promise<string> {
    return this.transport.text({ method: 'GET', path: '/metrics', headers: { accept: 'text/plain' }, ...options });
  }

  private async holds(path: string, options: RequestOptions): Promise<boolean> {
    try {
      await this.transport.empty({ method: 'GET', path, ...options });
      return true;
    } catch (error) {
      if (error instanceof ApiProblem && error.status >= 500) return false;
      throw error;
    }
  }
}
