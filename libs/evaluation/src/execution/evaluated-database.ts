export interface EvaluatedDatabase {
  id: string;
  dialect: 'sqlite' | 'postgres';
  url: string;
}
