/** Where a database of a data set can be reached. */
export interface EvaluatedDatabase {
  id: string;
  dialect: 'sqlite' | 'postgres';
  url: string;
}
