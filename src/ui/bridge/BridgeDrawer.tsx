/** A drawer that explains why a figure moved. */
import { Suspense } from 'react';
import { bridgeTexts as texts } from '#texts/reports/bridge.ts';
import { Drawer } from '#ui/components/overlays.tsx';
import { ErrorBoundary } from '#ui/components/states.tsx';
import { lazyComponent } from '#ui/late.ts';
import type { ExplainedChange } from './explained-change.ts';

const Why = lazyComponent(async () => (await import('./Why.tsx')).Why);

export interface BridgeDrawerProps {
  /** Undefined while the drawer is closed. */
  readonly change: ExplainedChange | undefined;
  readonly onClose: () => void;
}

export function BridgeDrawer({ change, onClose }: BridgeDrawerProps) {
  return (
    <Drawer opened={change !== undefined} onClose={onClose} size={880} title={texts.title}>
      {/* The key resets the levels for a new figure. */}
      {change && (
        <ErrorBoundary key={JSON.stringify(change)}>
          <Suspense fallback={null}>
            <Why change={change} />
          </Suspense>
        </ErrorBoundary>
      )}
    </Drawer>
  );
}
