import { Component, type ReactNode } from 'react';
import { Problem } from '../design/problem.js';

/** Contains a view that fails to render or load. */
export class LoadBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <Problem
        title="This view could not be shown"
        error={this.state.error}
        onRetry={() => {
          window.location.reload();
        }}
      />
    );
  }
}
