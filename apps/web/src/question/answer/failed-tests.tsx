import type { ReactElement } from 'react';

export function FailedTests({ tests }: { tests: { test: string; reason: string }[] }): ReactElement {
  return (
    <ul className="failed-tests">
      {tests.map(({ test, reason }, index) => (
        <li key={index}>
          <span>{test}</span>
          <span className="soft">{reason}</span>
        </li>
      ))}
    </ul>
  );
}
