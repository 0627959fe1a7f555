/** A menu that shares the figure, table and chart of a screen, files of it, and the report. */
import { Button, Menu } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { ExportFormat } from '#domain/export-formats.ts';
import { shareTexts as texts } from '#texts/screens/share.ts';
import { writeToClipboard } from './clipboard.ts';
import { copyPicture, findChartPicture, savePicture } from '../charts/chart-picture.ts';
import { createOffers } from '../offers.ts';

export interface SharedFigure {
  /** The printed figure, which the menu shows. */
  readonly figure: string;
  /** The figure in a sentence with its measure and period. */
  readonly text: string;
}

/** The parts that a screen shares. A part is absent if the screen lacks it or has not loaded it. */
export interface Shared {
  readonly figure?: SharedFigure | undefined;
  readonly copyTable?: (() => void) | undefined;
  readonly exportFile?: ((format: ExportFormat) => void) | undefined;
  readonly saveReport?: (() => void) | undefined;
}

const { list, useOffer } = createOffers<Shared>();

/** The usual formats; the export dialog has the others. */
const formats = ['pdf', 'xlsx', 'csv', 'html'] as const;

export interface ShareAction {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
}

export function ShareMenu(shared: Shared) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useOffer(shared);
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
        {parts.map((actions, index) => [
          index > 0 && <Menu.Divider key={actions[0]?.id} />,
          ...actions.map(({ id, label, run }) => (
            <Menu.Item
              key={id}
              onClick={() => {
                // A dialog returns the focus to the element that had it.
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
  const copies: ShareAction[] = [
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
  return [copies, files, report].filter((part) => part.length > 0);
}

/** Lists the share actions of the current screen for the palette. */
export function listShareActions(): ShareAction[] {
  const shared = list().at(-1);
  return shared ? toParts(shared).flat() : [];
}
