/** Passes on what a screen shows: one button for its figure, its table, its chart, files of it, and the report itself. */
import { Button, Menu } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { ExportFormat } from '#domain/export-formats.ts';
import { shareTexts as texts } from '#texts/screens/share.ts';
import { writeToClipboard } from './clipboard.ts';
import { copyPicture, findChartPicture, savePicture } from '../charts/chart-picture.ts';

export interface SharedFigure {
  /** As it is printed: the choice shows it. */
  readonly figure: string;
  /** With what it is and its period. */
  readonly text: string;
}

/** What the screen has to pass on; an absent part is not there, or not yet. */
export interface Shared {
  readonly figure?: SharedFigure | undefined;
  readonly copyTable?: (() => void) | undefined;
  readonly exportFile?: ((format: ExportFormat) => void) | undefined;
  readonly saveReport?: (() => void) | undefined;
}

/** The dialog has the others. */
const formats = ['pdf', 'xlsx', 'csv', 'html'] as const;

export interface ShareAction {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
}

export function ShareMenu(shared: Shared) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useSharing(shared);
  const parts = opened ? toParts(shared) : [];
  const isEmpty = !shared.figure && !shared.copyTable && !shared.exportFile && !shared.saveReport;
  return (
    <Menu
      position="bottom-end"
      withInitialFocusPlaceholder={false}
      withinPortal={false}
      floatingStrategy="fixed"
      opened={opened}
      onChange={setOpened}
    >
      <Menu.Target>
        <Button
          ref={button}
          leftSection={<IconShare2 size={14} stroke={1.8} aria-hidden />}
          disabled={isEmpty}
          data-testid="share"
        >
          {texts.open}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {parts.map((actions, at) => [
          at > 0 && <Menu.Divider key={actions[0]?.id} />,
          ...actions.map(({ id, label, run }) => (
            <Menu.Item
              key={id}
              onClick={() => {
                // A dialog gives the focus back to where it was opened from.
                button.current?.focus();
                run();
              }}
              data-testid={`share-${id}`}
            >
              {label}
            </Menu.Item>
          )),
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}

function toParts({ figure, copyTable, exportFile, saveReport }: Shared): ShareAction[][] {
  const picture = findChartPicture();
  const copied: ShareAction[] = [
    ...(figure
      ? [
          {
            id: 'figure',
            label: texts.copyFigure(figure.figure),
            run: () => writeToClipboard(figure.text, texts.figureCopied(figure.text)),
          },
        ]
      : []),
    ...(copyTable ? [{ id: 'table', label: texts.copyTable, run: copyTable }] : []),
    ...(picture
      ? [
          { id: 'picture', label: texts.copyPicture, run: () => void copyPicture(picture) },
          { id: 'picture-file', label: texts.savePicture, run: () => void savePicture(picture) },
        ]
      : []),
  ];
  const files = exportFile
    ? formats.map((format) => ({ id: format, label: texts.formats[format], run: () => exportFile(format) }))
    : [];
  const report = saveReport ? [{ id: 'report', label: texts.reportFile, run: saveReport }] : [];
  return [copied, files, report].filter((part) => part.length > 0);
}

/** The last one is in front. */
const screens: RefObject<Shared>[] = [];

function useSharing(shared: Shared): void {
  const latest = useRef(shared);
  useEffect(() => {
    latest.current = shared;
  });
  useEffect(() => {
    screens.push(latest);
    return () => void screens.splice(screens.indexOf(latest), 1);
  }, []);
}

/** What the screen in front has to pass on, for the palette. */
export function listShareActions(): ShareAction[] {
  const shared = screens.at(-1)?.current;
  return shared ? toParts(shared).flat() : [];
}
