import { Reflector } from '@nestjs/core';
import type { Right } from '@assay/contracts';

export interface Needed {
  /** Null: none is needed. */
  right: Right | null;
  /** Also needed of questions of other people; the service checks it. */
  ofOthers?: Right;
  /** The service checks it, after 404 for what the caller may not see. */
  late?: boolean;
}

/** Every route names one. */
export const Needs = Reflector.createDecorator<Needed>();
