/** The steps from a new connection to the first report. They disappear when done or closed. */
import { useLocalStorage } from '@mantine/hooks';
import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/components/states.tsx';
import { useWorkspace } from '#ui/data/queries.ts';
import { lazyComponent } from '#ui/late.ts';

const Steps = lazyComponent(async () => (await import('./Steps.tsx')).Steps);

/** @param hasNames shows the largest unnamed ids with fields for their names */
export function FirstSteps({ hasNames = false }: { readonly hasNames?: boolean }) {
  const { kind, name } = useWorkspace();
  const [isClosed, setClosed] = useLocalStorage({
    key: `timelog-first-steps-${name}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  if (kind !== 'service' || isClosed) return null;
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <Steps hasNames={hasNames} onClose={() => setClosed(true)} />
      </Suspense>
    </ErrorBoundary>
  );
}
