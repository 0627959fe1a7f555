/** A report's name and question, whether it was changed since it was saved, and its actions. */
import { ActionIcon, Button, Group, Menu, Modal, Text, TextInput } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import type { ReportFile } from '#domain/reports/definition/report.ts';
import { Tag } from '#ui/components/values.tsx';
import { navigate } from '#ui/routing/hash-location.ts';
import { FIRST_PRESET } from '#ui/routing/report-view.ts';
import { notifySuccess } from '#ui/notifications.tsx';
import { MarkElsewhere } from '#ui/exporting/MarkElsewhere.tsx';
import { ShareMenu, type Shared } from '#ui/share/ShareMenu.tsx';
import { useFocusReturn } from '#ui/components/Disclosure.tsx';
import { pickName, isTaken } from './free-name.ts';
import { addressOfReport, goToView, type OpenReport } from './use-definition.ts';
import type { Saving } from './use-saved.ts';
import classes from './ReportsScreen.module.css';

const texts = reportsTexts.head;

export interface ReportHeadProps {
  readonly openReport: OpenReport;
  readonly saving: Saving;
  /** Opens the list if there is no room for it beside the report. */
  readonly listButton: ReactNode;
  readonly shared: Shared;
  readonly onPin: () => void;
}

export function ReportHead({ openReport, saving, listButton, shared, onPin }: ReportHeadProps) {
  const [naming, setNaming] = useState<'save' | 'rename'>();
  const { origin, now, isChanged, view } = openReport;
  const { saved } = origin;
  const file: ReportFile = { ...origin.file, ...now };
  const names = (saving.reports ?? [])
    .filter(({ id }) => naming === 'save' || id !== saved?.id)
    .map(({ file }) => file.name);

  const open = (id: string | undefined) => id !== undefined && navigate(addressOfReport({ kind: 'saved', id }));
  // A preset's question no longer describes the answer once the report was changed.
  const { description, ...undescribed } = file;
  const isStillTrue = description !== undefined && (saved !== undefined || !isChanged);
  const describedFile: ReportFile = isStillTrue ? { ...undescribed, description } : undescribed;
  const saveAs = async (name: string) => open(await saving.add({ ...describedFile, name }));
  const save = async () => {
    if (!saved) setNaming('save');
    else if (await saving.replace(saved, file)) goToView({ changes: {} }, { replace: true });
  };
  const rename = async (name: string) => {
    if (saved) await saving.replace(saved, { ...saved.file, name }, texts.renamed);
  };
  const remove = async () => {
    if (saved && (await saving.remove(saved))) navigate(addressOfReport({ kind: 'preset', name: FIRST_PRESET }));
  };
  const reset = () => {
    const { changes } = view;
    goToView({ changes: {} });
    notifySuccess(texts.resetDone, () => goToView({ base: view.base, changes }));
  };
  const submitName = (name: string) => {
    setNaming(undefined);
    void (naming === 'rename' ? rename(name) : saveAs(name));
  };
  return (
    <header className={classes.head}>
      {listButton}
      <Text component="h2" inherit truncate miw={0} fz="xl" fw={600} lts="-0.01em" title={origin.file.name}>
        {origin.file.name}
      </Text>
      <Text inherit truncate flex="1 1 0" miw={0} c="var(--ink-2)" title={origin.question}>
        {origin.question}
      </Text>
      <Group className="screen-only" gap="sm" flex="none" maw="100%">
        {isChanged && (
          <>
            <span title={texts.changedDetail} data-testid="report-changed">
              <Tag tone="warn">{texts.changed}</Tag>
            </span>
            <Button onClick={() => void save()} data-testid="report-save">
              {saved ? texts.save : texts.saveAs}
            </Button>
          </>
        )}
        <MarkElsewhere report={now.report} />
        <ShareMenu {...shared} saveReport={() => void saving.export(file)} />
        <Menu position="bottom-end" width={208}>
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label={texts.more} title={texts.more}>
              <IconDots size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {isChanged && <Menu.Item onClick={reset}>{texts.reset}</Menu.Item>}
            {saved && <Menu.Item onClick={() => setNaming('save')}>{texts.saveAs}</Menu.Item>}
            {saved && <Menu.Item onClick={() => setNaming('rename')}>{texts.rename}</Menu.Item>}
            <Menu.Item onClick={() => void saving.duplicate(describedFile).then(open)}>{texts.duplicate}</Menu.Item>
            <Menu.Item onClick={onPin}>{texts.pin}</Menu.Item>
            {now.report.groupBy.length > 1 && (
              <>
                <Menu.Divider />
                <Menu.Item disabled={view.closed === 'all'} onClick={() => goToView({ closed: 'all' })}>
                  {reportsTexts.builder.collapse}
                </Menu.Item>
                <Menu.Item disabled={view.closed.length === 0} onClick={() => goToView({ closed: [] })}>
                  {reportsTexts.builder.expand}
                </Menu.Item>
              </>
            )}
            {saved && (
              <>
                <Menu.Divider />
                <Menu.Item c="var(--bad)" onClick={() => void remove()}>
                  {texts.delete}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {naming && (
        <NameDialog
          purpose={naming}
          initial={naming === 'save' ? pickName(file.name, names) : file.name}
          taken={names}
          onName={submitName}
          onClose={() => setNaming(undefined)}
        />
      )}
    </header>
  );
}

/** Asks for a report's name, and warns if another report has it. */
export interface NameDialogProps {
  readonly purpose: 'save' | 'rename';
  readonly initial: string;
  /** Names of the other reports. */
  readonly taken: readonly string[];
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

function NameDialog({ purpose, initial, taken, onName, onClose }: NameDialogProps) {
  useFocusReturn();
  const [name, setName] = useState(initial);
  const [isSubmitted, setSubmitted] = useState(false);
  const problem =
    name.trim() === '' ? texts.nameNeeded : isTaken(name, taken) ? texts.nameTaken(name.trim()) : undefined;
  return (
    <Modal opened onClose={onClose} title={texts.nameTitle[purpose]} size={420}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setSubmitted(true);
          if (problem === undefined) onName(name.trim());
        }}
      >
        <TextInput
          label={texts.name}
          value={name}
          maxLength={120}
          onChange={(event) => setName(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          error={isSubmitted ? problem : undefined}
          data-autofocus
        />
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button type="submit" variant="filled">
            {purpose === 'save' ? texts.save : uiTexts.apply}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
