export default class SlowFirst {
  sort<Test extends { path: string }>(tests: Test[]): Test[];
  cacheResults(): void;
}
