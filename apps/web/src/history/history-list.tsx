import { formatDuration, formatPercent } from '@assay/client';
import type { QuestionView } from '@assay/contracts';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useWorkspaces } from '../api/queries.js';
import { Mark } from '../design/mark.js';

/** Questions, one row each. */
export function HistoryList({ questions }: { questions: QuestionView[] }): ReactElement {
  const names = new Map((useWorkspaces().data ?? []).map(({ id, name }) => [id, name]));
  return (
    <ol className="history-list">
      {questions.map((question) => (
        <li key={question.id} className="history-item">
          <Mark status={question.status} confidence={question.confidence} />
          <div className="history-question">
            <Link href={`/questions/${question.id}`}>{question.question}</Link>
            <span className="small faint numeric">{factsOf(question, names.get(question.workspace)).join(' · ')}</span>
          </div>
        </li>
      ))}
    </ol>
  );
}

function factsOf(question: QuestionView, workspace: string | undefined): string[] {
  const { createdAt, finishedAt, level, case: decided, confidence, error } = question;
  return [
    workspace ?? null,
    new Date(createdAt).toLocaleString(),
    level,
    decided === null ? null : `case ${decided}`,
    confidence === null ? null : `confidence ${formatPercent(confidence * 100)}`,
    finishedAt === null ? null : formatDuration(Date.parse(finishedAt) - Date.parse(createdAt)),
    error?.code ?? null,
  ].filter((fact) => fact !== null);
}
