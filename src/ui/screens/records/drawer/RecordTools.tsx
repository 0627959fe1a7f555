/** Buttons of an open record: the one before and the next, its copy as JSON, its page in the CRM. */
import { ActionIcon, Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowDown, IconArrowUp, IconCopy } from '@tabler/icons-react';
import type { RecordRow } from '../../../../contract/api.ts';
import { recordDrawerTexts as texts } from '#texts/screens/records/drawer.ts';
import { CrmLink } from '../../../crm/CrmLink.tsx';
import { recordJson } from './first-values.ts';
import classes from './RecordDrawer.module.css';

export interface RecordToolsProps {
  readonly row: RecordRow;
  readonly onStep: ((step: 1 | -1) => void) | undefined;
}

export function RecordTools({ row, onStep }: RecordToolsProps) {
  const copy = () =>
    navigator.clipboard.writeText(`${recordJson(row)}\n`).then(
      () => notifications.show({ message: texts.copied, autoClose: 2500 }),
      () => notifications.show({ message: texts.notCopied, color: 'var(--warn)' }),
    );
  return (
    <div className={classes.tools}>
      {onStep && (
        <>
          <ActionIcon aria-label={texts.previous} title={texts.previous} onClick={() => onStep(-1)}>
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={texts.next} title={texts.next} onClick={() => onStep(1)}>
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
      <Button leftSection={<IconCopy size={14} aria-hidden />} onClick={() => void copy()}>
        {texts.copy}
      </Button>
      <CrmLink id={row.id} />
    </div>
  );
}
