import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { readModelSettings, resealModelKey } from '@assay/persistence';
import { InjectConfig, InjectLogger, resealed, type Config, type Logger } from '@assay/runtime';
import { TaskRuntime } from '@assay/work';

/** At every start, with the current secret key. */
@Injectable()
export class ModelKeyResealing implements OnApplicationBootstrap {
  constructor(
    private readonly work: TaskRuntime,
    @InjectConfig() private readonly config: Config,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** In the background, since former keys still decrypt. */
  onApplicationBootstrap(): void {
    this.reseal().catch((err: unknown) =>
      this.logger.warn({ err }, 'the key of the model could not be sealed with the current secret key'),
    );
  }

  private async reseal(): Promise<void> {
    const { secretKeys } = this.config.models;
    const { key = null, url = null } = (await readModelSettings(this.work.database)) ?? {};
    if (key === null || secretKeys === null) return;
    const current = resealed(key, secretKeys, url ?? '');
    if (current !== key && (await resealModelKey(this.work.database, key, current))) {
      this.logger.info('the key of the model was sealed with the current secret key');
    }
  }
}
