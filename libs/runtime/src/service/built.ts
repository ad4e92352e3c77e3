import type { FactoryProvider, InjectionToken, Type } from '@nestjs/common';

/** A provider of a class that knows nothing of Nest: its constructor gets the services that are named here. */
export function built<Parts extends unknown[], Service>(
  provide: new (...parts: Parts) => Service,
  ...inject: { [Part in keyof Parts]: InjectionToken }
): FactoryProvider<Service> {
  return { provide: provide as Type<Service>, inject, useFactory: (...parts) => new provide(...(parts as Parts)) };
}
