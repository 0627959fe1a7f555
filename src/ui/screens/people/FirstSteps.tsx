/** The way from a new connection to the first report. Gone once it is walked, or closed. */
import { useLocalStorage } from '@mantine/hooks';
import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/components/states.tsx';
import { useWorkspace } from '#ui/data/queries.ts';
import { late } from '#ui/late.ts';

const Steps = late(async () => (await import('./Steps.tsx')).Steps);

/** @param hasNames with the largest ids to be named right there */
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
