export class KnowledgeProblem extends Error {
  /** @param message a predicate: `is not valid JSON: …` */
  constructor(message: string) {
    super(message);
    this.name = 'KnowledgeProblem';
  }
}
