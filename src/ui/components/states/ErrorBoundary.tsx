/** Catches errors of a screen's rendering, so that the rest of the page stays usable. */
import { Component, type ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly caught: { readonly error: unknown } | undefined;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { caught: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { caught: { error } };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    if (!caught) return this.props.children;
    return <ErrorState error={caught.error} onRetry={() => this.setState({ caught: undefined })} />;
  }
}
