/** Checks an exported file by its manifest, and by writing it again. */
import { Button, FileButton, Group, Loader, Modal } from '@mantine/core';
import { useEffect, useState, type DragEvent } from 'react';
import { checkFileTexts as texts } from '#texts/exports/check-file.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useFocusReturn } from '#ui/components/controls/use-focus-return.ts';
import { subscribe } from '#ui/data/client.ts';
import { failureText } from '#ui/data/error-text.ts';
import { Writing } from '#ui/exporting/ExportDialog.tsx';
import dialog from '#ui/exporting/ExportDialog.module.css';
import { CheckAnswer } from './CheckAnswer.tsx';
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
      <Group justify="flex-end" gap="sm" mt={20}>
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
      </Group>
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

/** Takes files that are dropped on it or chosen with its button. */
interface FileZoneProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** Of a folder, which a page cannot read like a file. */
  readonly onRefused: (problem: string) => void;
}

function FileZone({ onFiles, onRefused }: FileZoneProps) {
  const [isOver, setOver] = useState(false);
  const take = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const folder = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()).find((it) => it?.isDirectory);
    if (folder) return onRefused(texts.noFolder(folder.name));
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onFiles(files);
  };
  return (
    <div
      className={classes.zone}
      data-over={isOver || undefined}
      data-testid="check-zone"
      // Without this the browser opens what is dropped.
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={take}
    >
      <p className="quiet">{texts.zone}</p>
      <FileButton multiple onChange={(files) => files.length > 0 && onFiles(files)}>
        {(props) => <Button {...props}>{texts.choose}</Button>}
      </FileButton>
    </div>
  );
}
