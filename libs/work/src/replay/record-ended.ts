/** The replayed task needs something that is not on record. */
export class RecordEnded extends Error {
  constructor() {
    super('The record holds no further answer.');
    this.name = 'RecordEnded';
  }
}
