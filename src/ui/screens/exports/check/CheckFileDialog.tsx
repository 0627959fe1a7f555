/** Checks an exported file by its manifest, and by writing it again. */
import { Button, Loader, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { checkFileTexts as texts } from '#texts/exports/check-file.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useFocusReturn } from '../../../components/controls/use-focus-return.ts';
import { subscribe } from '../../../data/client.ts';
import { failureText } from '../../../data/error-text.ts';
import { Writing } from '../../../exporting/ExportDialog.tsx';
import dialog from '../../../exporting/ExportDialog.module.css';
import { CheckAnswer } from './CheckAnswer.tsx';
import { FileZone } from './FileZone.tsx';
import { useFileCheck } from './use-file-check.ts';
import classes from './check.module.css';

export function CheckFileDialog({ onClose }: { readonly onClose: () => void }) {
  useFocusReturn();
  const check = useFileCheck();
  const { inPage, answer, isPending } = check;
  const failure = check.error ? failureText(check.error) : undefined;
  const said = check.problem === undefined ? failure && `${failure.sentence} ${failure.action}` : `${check.problem}.`;
  return (
    <Modal opened onClose={onClose} title={texts.title} size={640} closeButtonProps={{ 'aria-label': uiTexts.close }}>
      {answer ? (
        <CheckAnswer answer={answer} />
      ) : (
        <>
          <p className="quiet">{texts.about}</p>
          {said !== undefined && (
            <p className={classes.refused} role="alert">
              {said}
            </p>
          )}
          {isPending ? (
            <Checking />
          ) : inPage ? (
            <FileZone onFiles={check.takeFiles} onRefused={check.refuse} />
          ) : (
            <p className={classes.beside}>{texts.beside}</p>
          )}
        </>
      )}
      <div className={dialog.buttons}>
        {answer && (
          <Button className={dialog.first} onClick={check.reset}>
            {texts.another}
          </Button>
        )}
        {isPending ? (
          <Button onClick={check.cancel}>{uiTexts.cancel}</Button>
        ) : (
          <Button onClick={onClose}>{uiTexts.close}</Button>
        )}
        {!answer && inPage === false && (
          <Button variant="filled" onClick={check.chooseFile} loading={isPending}>
            {texts.chooseOne}
          </Button>
        )}
      </div>
    </Modal>
  );
}

/** What was handed in is judged in moments; then it is written again, as an export is. */
function Checking() {
  const [isWriting, setWriting] = useState(false);
  useEffect(() => subscribe('export.progress', () => setWriting(true)), []);
  return isWriting ? (
    <Writing total={0} />
  ) : (
    <output className={classes.pending}>
      <Loader size="xs" aria-hidden /> {texts.checking}
    </output>
  );
}
