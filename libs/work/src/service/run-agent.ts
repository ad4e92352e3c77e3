import type { Type } from '@nestjs/common';
import type { CallLabels } from '@assay/contracts';
import { runService } from '@assay/runtime';
import { AgentsModule } from './agents.module.js';
import { WorkModule } from './work.module.js';

export async function runAgent(name: CallLabels['agent'], module: Type): Promise<void> {
  const imports = [WorkModule.forProcess(), AgentsModule.forProcess()];
  await runService(name, () => ({ module, imports }), { needsSecretKey: false });
}
