/** Takes files that are dropped on it or chosen with its button. */
import { Button, FileButton } from '@mantine/core';
import { useState, type DragEvent } from 'react';
import { checkFileTexts as texts } from '#texts/exports/check-file.ts';
import classes from './check.module.css';

export interface FileZoneProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** Of a folder, which a page cannot read like a file. */
  readonly onRefused: (problem: string) => void;
}

export function FileZone({ onFiles, onRefused }: FileZoneProps) {
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
