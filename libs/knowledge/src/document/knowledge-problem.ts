/** Why a document cannot be read at all. */
export class KnowledgeProblem extends Error {
  /** @param message a clause about the document: `is not valid JSON: …` */
  constructor(message: string) {
    super(message);
    this.name = 'KnowledgeProblem';
  }
}
