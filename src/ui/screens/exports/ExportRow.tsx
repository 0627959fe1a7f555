/** One saved export: what it writes, its last file and when it is due. */
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { findLastEmpty, type ListedExport } from '#contract/saved-exports.ts';
import { formatAudience, formatContent, formatRhythm } from '#domain/exports/definition.ts';
import { exportsScreenTexts as texts } from '#texts/exports/screen.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Tag } from '#ui/components/values/Tag.tsx';
import { useWorkspace } from '#ui/data/open-workspace.ts';
import { useProfile } from '#ui/exporting/ExportChoices.tsx';
import { count } from '#ui/format/figures.ts';
import { dayText, timeText } from '#ui/format/times.ts';
import classes from './ExportsScreen.module.css';

export interface ExportRowProps {
  readonly saved: ListedExport;
  readonly onRun: () => void;
  readonly onEdit: () => void;
  readonly onWriteFile: () => void;
  readonly onRemove: () => void;
}

export function ExportRow({ saved, onRun, onEdit, onWriteFile, onRemove }: ExportRowProps) {
  const { definition, state, due, next } = saved;
  const { zone } = useWorkspace();
  const profile = useProfile((definition.records ?? definition.report)?.filterGroups);
  const { lastRun } = state;
  const empty = findLastEmpty(state);
  const [first] = due;
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.name}>
        {definition.name}
      </th>
      <td className={classes.writes}>{formatContent(definition)}</td>
      <td>{formatAudience(definition, profile !== undefined)}</td>
      <td>{formatRhythm(definition.rhythm)}</td>
      <td title={lastRun && `${texts.file(lastRun.file)}\n${texts.sha256(lastRun.sha256)}`}>
        {empty ? (
          texts.lastEmpty(timeText(empty.at, zone), dayText(empty.day))
        ) : lastRun ? (
          <>
            {texts.lastRun(timeText(lastRun.at, zone), uiTexts.records(count(lastRun.records)))}{' '}
            {!lastRun.complete && <Tag tone="warn">{texts.partial}</Tag>}
          </>
        ) : (
          <span className="quiet">{texts.never}</span>
        )}
      </td>
      <td>
        {first ? (
          <Tag tone="warn">{texts.due(dayText(first.day), due.length > 1 ? count(due.length) : null)}</Tag>
        ) : (
          next !== null && dayText(next)
        )}
      </td>
      <td className={classes.actions}>
        <Button size="compact-xs" variant={first ? 'filled' : 'default'} onClick={onRun}>
          {texts.run}
        </Button>
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon variant="subtle" size="sm" aria-label={texts.menu(definition.name)}>
              <IconDots size={14} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={onEdit}>{texts.edit}</Menu.Item>
            <Menu.Item onClick={onWriteFile}>{texts.exportFile}</Menu.Item>
            <Menu.Item onClick={onRemove}>{texts.delete}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </td>
    </tr>
  );
}
