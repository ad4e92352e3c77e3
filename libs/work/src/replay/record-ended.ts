/** The replayed task needs something that is not on record. */
export class RecordEnded extends Error {
  constructor() {
    super('The record has no further answer.');
    this.name = 'RecordEnded';
  }
}
