/** Thrown within a replay where the task wants what the record does not hold: it cannot be followed any further. */
export class RecordEnded extends Error {
  constructor() {
    super('The record holds no further answer.');
    this.name = 'RecordEnded';
  }
}
