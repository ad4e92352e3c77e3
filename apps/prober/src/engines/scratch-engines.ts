import type { InstanceEngine } from '@assay/behaviour';
import {
  ClickhouseInstanceEngine,
  DuckdbInstanceEngine,
  MysqlInstanceEngine,
  PostgresInstanceEngine,
  ScratchCluster,
  SqliteInstanceEngine,
} from '@assay/behaviour-engines';
import type { Dialect } from '@assay/contracts';
import { InjectConfig, type Config } from '@assay/runtime';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { availableParallelism } from 'node:os';
import { EnginePool } from './engine-pool.js';

/** Each keeps a processor busy. */
const MOST_ENGINES = Math.max(2, Math.min(4, availableParallelism()));

@Injectable()
export class ScratchEngines implements OnApplicationShutdown {
  private readonly cluster = new ScratchCluster();
  private readonly pools = new Map<Dialect, EnginePool>();

  constructor(@InjectConfig() private readonly config: Pick<Config, 'scratch' | 'chdb'>) {}

  /**
   * Waits for a free engine.
   * @returns null if the dialect has no engine here
   */
  async use<Result>(dialect: Dialect, work: (engine: InstanceEngine) => Promise<Result>): Promise<Result | null> {
    const pool = this.poolOf(dialect);
    return pool === null ? null : pool.use(work);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
    await this.cluster.stop();
  }

  private poolOf(dialect: Dialect): EnginePool | null {
    const known = this.pools.get(dialect);
    if (known !== undefined) return known;
    const make = this.makerOf(dialect);
    if (make === null) return null;
    const pool = new EnginePool(make, dialect === 'clickhouse' ? 1 : MOST_ENGINES);
    this.pools.set(dialect, pool);
    return pool;
  }

  private makerOf(dialect: Dialect): (() => InstanceEngine) | null {
    switch (dialect) {
      case 'sqlite':
        return () => new SqliteInstanceEngine();
      case 'duckdb':
        return () => new DuckdbInstanceEngine();
      case 'postgres':
        return () => new PostgresInstanceEngine(this.cluster);
      case 'mariadb':
      case 'mysql': {
        const url = this.config.scratch[dialect];
        return url === null ? null : () => new MysqlInstanceEngine(url, { dialect });
      }
      case 'clickhouse': {
        const folder = this.config.chdb;
        return folder === null ? null : () => new ClickhouseInstanceEngine({ folder });
      }
      default:
        return null;
    }
  }
}
