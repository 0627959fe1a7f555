/** The available reports: presets with the question each answers, then the saved ones. */
import { ActionIcon, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconFileImport, IconPin, IconPinnedOff, IconPlus } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { SavedReport } from '#contract/reports.ts';
import { presets } from '#domain/reports/definition/presets.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { usePrefetch } from '#ui/data/ahead.ts';
import { reportAnswer } from '#ui/data/queries.ts';
import { applyChanges, type Definition, type ReportBase } from '#ui/routing/report-view.ts';
import { addressOfReport, completeNames } from './use-definition.ts';
import classes from './ReportList.module.css';

const texts = reportsTexts.list;

export interface ReportListProps {
  readonly openReport: ReportBase | undefined;
  readonly saved: readonly SavedReport[] | undefined;
  readonly onImport: (file: File) => void;
  readonly isListPinned: boolean;
  /** Keeps the list beside the report, or hides it behind a button; undefined if there is no room beside it. */
  readonly onPinChange?: ((isListPinned: boolean) => void) | undefined;
  /** Called when a report is chosen, so that a list above the report closes. */
  readonly onChosen?: (() => void) | undefined;
}

export function ReportList({ openReport, saved, onImport, isListPinned, onPinChange, onChosen }: ReportListProps) {
  const Pin = isListPinned ? IconPinnedOff : IconPin;
  const pinLabel = isListPinned ? texts.hide : texts.keep;
  return (
    <Stack component="nav" gap={2} mih={0} style={{ overflow: 'auto' }} aria-label={texts.label}>
      <Group justify="space-between" align="flex-end" gap={0}>
        <Text component="h2" inherit className="caption" pt="sm" px={10} pb={2}>
          {texts.presets}
        </Text>
        {onPinChange && (
          <ActionIcon
            variant="subtle"
            size={24}
            aria-label={pinLabel}
            title={pinLabel}
            onClick={() => onPinChange(!isListPinned)}
          >
            <Pin size={14} stroke={1.6} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      <ul>
        {presets.map(({ id, question, file }) => (
          <Entry
            key={id}
            base={{ kind: 'preset', name: id }}
            name={file.name}
            detail={question}
            file={file}
            isShown={openReport?.kind === 'preset' && openReport.name === id}
            onChosen={onChosen}
          />
        ))}
      </ul>
      <Text component="h2" inherit className="caption" pt="sm" px={10} pb={2}>
        {texts.saved}
      </Text>
      {saved?.length === 0 && (
        <Text inherit className="hint" py={4} px={10}>
          {texts.none}
        </Text>
      )}
      <ul>
        {saved?.map(({ id, file }) => (
          <Entry
            key={id}
            base={{ kind: 'saved', id }}
            name={file.name}
            detail={file.description}
            file={file}
            isShown={openReport?.kind === 'saved' && openReport.id === id}
            onChosen={onChosen}
          />
        ))}
      </ul>
      <Button
        w="fit-content"
        mt="sm"
        c="var(--ink-2)"
        variant="subtle"
        renderRoot={(props: object) => <Link {...props} href={addressOfReport({ kind: 'blank' })} state={null} />}
        onClick={onChosen}
        leftSection={<IconPlus size={14} stroke={1.6} aria-hidden />}
        data-testid="report-new"
      >
        {texts.add}
      </Button>
      <FileButton accept="application/json,.json" onChange={(file) => file && onImport(file)}>
        {(props) => (
          <Button
            {...props}
            w="fit-content"
            mt="sm"
            c="var(--ink-2)"
            variant="subtle"
            leftSection={<IconFileImport size={14} stroke={1.6} aria-hidden />}
          >
            {texts.import}
          </Button>
        )}
      </FileButton>
    </Stack>
  );
}

interface EntryProps {
  readonly base: ReportBase;
  readonly name: string;
  readonly detail: string | undefined;
  readonly file: Definition;
  readonly isShown: boolean;
  readonly onChosen: (() => void) | undefined;
}

function Entry({ base, name, detail, file, isShown, onChosen }: EntryProps) {
  const prefetchAhead = usePrefetch();
  const prefetch = () => prefetchAhead((add) => add(reportAnswer(applyChanges(completeNames(file), {}).report)));
  return (
    <li>
      <Link
        href={addressOfReport(base)}
        state={null}
        className={classes.entry}
        aria-current={isShown ? 'page' : undefined}
        onClick={onChosen}
        onMouseEnter={prefetch}
        onFocus={prefetch}
        title={detail}
      >
        <span className={classes.name}>{name}</span>
        {detail !== undefined && <span className={classes.detail}>{detail}</span>}
      </Link>
    </li>
  );
}
