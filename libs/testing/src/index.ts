export { cpuMs } from './cpu-ms.js';
export { Door } from './door.js';
export { eventually, nextDelayMs } from './eventually.js';
export { freePort } from './free-port.js';
export { findInstalledPostgres, startInstalledPostgres, type InstalledPostgres } from './installed-postgres.js';
export { describeUnless, describeWith, findProgram } from './installed-program.js';
export {
  startScriptedModel,
  type ModelCall,
  type ModelHandler,
  type ModelReply,
  type RawReply,
  type ScriptedModel,
} from './scripted-model/scripted-model.js';
export { runBehindDoor } from './run-behind-door.js';
export { CHDB, startTestChdb, type TestChdb } from './test-chdb.js';
export { startTestMariadb, type TestMariadb } from './test-mariadb.js';
export { startTestPgbouncer, type TestPgbouncer } from './test-pgbouncer.js';
export { startTestPostgres, type TestPostgres } from './test-postgres.js';
export { POSTGRES_PROGRAMS, startTestStandby, type TestStandby } from './test-standby.js';
export { startTestRedis, type TestRedis } from './test-redis.js';
export { openRaw, sendRaw } from './raw-request.js';
export { expandCase, readCases } from './frozen-cases.js';
export { describeBadJobs } from './bad-jobs.js';
export { CLIENT_ID, CLIENT_SECRET, TestProvider } from './test-provider.js';
