/** Checks an exported file: is it untouched, does it add up, is it still true today? */
import { Button, Loader, Modal } from '@mantine/core';
import { checkFileTexts as texts } from '#texts/exports/check-file.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useFocusReturn } from '../../../components/controls/use-focus-return.ts';
import { failureText } from '../../../data/error-text.ts';
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
            <output className={classes.pending}>
              <Loader size="xs" aria-hidden /> {texts.checking}
            </output>
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
