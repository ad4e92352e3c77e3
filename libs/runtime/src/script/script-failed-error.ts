export class ScriptFailedError extends Error {
  constructor(readonly reason: 'time' | 'memory' | 'ended') {
    super(`a script gave no result: ${reason}`);
    this.name = 'ScriptFailedError';
  }
}
