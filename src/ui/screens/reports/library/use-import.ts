/** Imports a report file as a saved report; an error is shown with its place in the file. */
import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { reportsTexts } from '#texts/screens/reports/reports-screen.ts';
import { navigate } from '../../../routing/hash-location.ts';
import { freeName } from './free-name.ts';
import { MOST_BYTES, readReportFile } from './read-report-file.ts';
import { addressOfReport } from '../definition/use-definition.ts';
import type { Saving } from './use-saved.ts';

const texts = reportsTexts.importing;
/** The error of one file is removed by the next one. */
const REFUSED = 'import-refused';

export function useImport(saving: Saving): (file: File) => void {
  return useCallback(
    (file) => {
      void take(file, saving);
    },
    [saving],
  );
}

async function take(file: File, saving: Saving): Promise<void> {
  notifications.hide(REFUSED);
  const answer =
    file.size > MOST_BYTES ? { ok: false as const, problem: texts.tooLarge } : readReportFile(await file.text());
  if (!answer.ok) {
    notifications.show({
      id: REFUSED,
      title: `${texts.failed}: ${file.name}`,
      message: answer.problem,
      color: 'var(--bad)',
      autoClose: false,
    });
    return;
  }
  const taken = (saving.reports ?? []).map((each) => each.file.name);
  const id = await saving.add({ ...answer.file, name: freeName(answer.file.name, taken) }, reportsTexts.head.imported);
  if (id !== undefined) navigate(addressOfReport({ kind: 'saved', id }));
}
