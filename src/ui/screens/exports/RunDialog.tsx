/** Runs a saved export as soon as it opens, and shows its progress and then its file. */
import { Button, Checkbox, Group, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ListedExport } from '#contract/saved-exports.ts';
import { exportsScreenTexts } from '#texts/exports/screen.ts';
import { exportingTexts } from '#texts/screens/exporting.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useFocusReturn } from '#ui/components/Disclosure.tsx';
import { ErrorState } from '#ui/components/states.tsx';
import { call, isFailure } from '#ui/data/client.ts';
import { savedExports, useWorkspace } from '#ui/data/queries.ts';
import { Writing } from '#ui/exporting/ExportDialog.tsx';
import { ManifestDetails, PackDetails } from '#ui/exporting/ManifestDetails.tsx';
import { notifyFailure } from '#ui/notifications.tsx';
import type { Input } from '#contract/api.ts';

export function RunDialog({ saved, onClose }: { readonly saved: ListedExport; readonly onClose: () => void }) {
  useFocusReturn();
  const { zone } = useWorkspace();
  const client = useQueryClient();
  const [isInternal, setInternal] = useState(false);
  const writing = useMutation({
    mutationFn: async () => {
      const answer = await call('exports.run', toRunInput(saved, isInternal));
      await client.invalidateQueries({ queryKey: savedExports.queryKey });
      return answer;
    },
    // Without a chosen destination there is nothing to show.
    onSuccess: (answer) => answer ?? onClose(),
    onError: (error) => isFailure(error, 'cancelled') && onClose(),
  });
  const cancel = useMutation({ mutationFn: () => call('export.cancel', {}), onError: notifyFailure });
  const { mutate } = writing;
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    mutate();
  }, [mutate]);
  const written = writing.data?.written;
  return (
    <Modal
      opened
      onClose={() => (writing.isPending ? cancel.mutate() : onClose())}
      title={written ? exportingTexts.done : saved.definition.name}
      size={560}
    >
      {writing.error ? (
        <>
          <ErrorState error={writing.error} onRetry={() => writing.mutate()} />
          {canBeInternal(saved) && isFailure(writing.error, 'usage') && (
            <Checkbox
              size="xs"
              label={exportsScreenTexts.internal.label}
              description={exportsScreenTexts.internal.about}
              checked={isInternal}
              onChange={(event) => setInternal(event.currentTarget.checked)}
              data-testid="export-run-internal"
            />
          )}
        </>
      ) : written ? (
        'files' in written ? (
          <PackDetails pack={written} zone={zone} />
        ) : (
          <ManifestDetails manifest={written} zone={zone} />
        )
      ) : (
        <Writing total={saved.state.lastRun?.records ?? 0} />
      )}
      <Group justify="flex-end" gap="sm" mt={20}>
        {writing.isPending ? (
          <Button onClick={() => cancel.mutate()}>{uiTexts.cancel}</Button>
        ) : (
          <Button onClick={onClose}>{uiTexts.close}</Button>
        )}
      </Group>
    </Modal>
  );
}

/** @param isInternal confirms internal use for this run, which a client with a profile requires in addition to the saved choice */
export function toRunInput({ id, due: [first] }: ListedExport, isInternal: boolean): Input<'exports.run'> {
  return { id, ...(first && { due: first.day }), ...(isInternal && { options: { audience: 'internal' } }) };
}

/** Whether a rejected run may be declared internal, because its definition was saved as internal. */
export function canBeInternal({ definition: { options } }: ListedExport): boolean {
  return options.audience === 'internal';
}
