/** A drawer that explains a figure. */
import { Suspense } from 'react';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { Drawer } from '../components/overlays.tsx';
import { ErrorBoundary } from '../components/states.tsx';
import { lazyComponent } from '../late.ts';
import type { ExplainedFigure } from './explained.ts';
import type { ExplanationProps } from './Explanation.tsx';

const Explanation = lazyComponent(async () => (await import('./Explanation.tsx')).Explanation);

export interface ExplainDrawerProps extends Omit<ExplanationProps, 'explained'> {
  /** Undefined while the drawer is closed. */
  readonly explained: ExplainedFigure | undefined;
  readonly onClose: () => void;
}

export function ExplainDrawer({ explained, onClose, onPin, onWhy }: ExplainDrawerProps) {
  return (
    <Drawer opened={explained !== undefined} onClose={onClose} size={480} title={reportsTexts.explain.title}>
      {explained && (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <Explanation explained={explained} onPin={onPin} onWhy={onWhy} />
          </Suspense>
        </ErrorBoundary>
      )}
    </Drawer>
  );
}
