const UNIQUE_VIOLATION = '23505';

/** Whether a statement, of the pool or of TypeORM, failed since what it wrote is there already. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, driverError } = error as { code?: unknown; driverError?: { code?: unknown } };
  return code === UNIQUE_VIOLATION || driverError?.code === UNIQUE_VIOLATION;
}
