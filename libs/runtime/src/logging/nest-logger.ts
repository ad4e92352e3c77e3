import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** Nest contexts whose messages are logged at debug level. */
const CHATTY = new Set([
  'NestFactory',
  'NestApplication',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'TypeOrmModule',
]);

/** Nest's context is the last parameter. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...parameters: unknown[]): void {
    const context = contextOf(parameters);
    this.logger[CHATTY.has(context ?? '') ? 'debug' : 'info']({ context }, textOf(message));
  }

  error(message: unknown, ...parameters: unknown[]): void {
    const stack = parameters.length > 1 ? parameters[0] : undefined;
    const err = message instanceof Error ? message : undefined;
    this.logger.error({ context: contextOf(parameters), err, stack }, textOf(message));
  }

  warn(message: unknown, ...parameters: unknown[]): void {
    this.logger.warn({ context: contextOf(parameters) }, textOf(message));
  }

  debug(message: unknown, ...parameters: unknown[]): void {
    this.logger.debug({ context: contextOf(parameters) }, textOf(message));
  }

  verbose(message: unknown, ...parameters: unknown[]): void {
    this.logger.trace({ context: contextOf(parameters) }, textOf(message));
  }

  fatal(message: unknown, ...parameters: unknown[]): void {
    this.logger.fatal({ context: contextOf(parameters) }, textOf(message));
  }
}

function contextOf(parameters: unknown[]): string | undefined {
  const last = parameters.at(-1);
  return typeof last === 'string' ? last : undefined;
}

function textOf(message: unknown): string {
  if (message instanceof Error) return message.message;
  return typeof message === 'string' ? message : JSON.stringify(message);
}
