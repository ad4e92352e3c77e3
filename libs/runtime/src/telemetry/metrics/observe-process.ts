import { performance } from 'node:perf_hooks';
import type { Instruments } from './instruments.js';

export function observeProcess({ processMemory, processCpu, eventLoopUtilization }: Instruments): void {
  let before = performance.eventLoopUtilization();
  processMemory.addCallback((result) => result.observe(process.memoryUsage.rss()));
  processCpu.addCallback((result) => {
    const { user, system } = process.cpuUsage();
    result.observe((user + system) / 1_000_000);
  });
  eventLoopUtilization.addCallback((result) => {
    const now = performance.eventLoopUtilization();
    result.observe(performance.eventLoopUtilization(now, before).utilization);
    before = now;
  });
}
