/** Why a script gave no result: it passed its time or memory limit, or it ended by itself. */
export class ScriptFailedError extends Error {
  constructor(readonly reason: 'time' | 'memory' | 'ended') {
    super(`a script gave no result: ${reason}`);
    this.name = 'ScriptFailedError';
  }
}
