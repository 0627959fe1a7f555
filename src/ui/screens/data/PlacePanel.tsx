/** Shows where the data is stored and which service it comes from, and saves and loads the workspace as one file. */
import { Button, Tooltip, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataTexts } from '#texts/screens/data.ts';
import { SignChoice } from '#ui/exporting/ExportChoices.tsx';
import { refusedSettingTexts } from '#texts/screens/settings.ts';
import { call, isFailure } from '#ui/data/client.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { count, dayText } from '#ui/format/figures-and-times.ts';
import { appInfo, useWorkspace } from '#ui/data/queries.ts';
import { cancelFile, LoadDialog, WorkspaceFileProgress } from '../workspaces/LoadDialog.tsx';
import { notifyFailure } from '#ui/notifications.tsx';
import classes from './DataScreen.module.css';

const texts = dataTexts.place;

export function PlacePanel() {
  const workspace = useWorkspace();
  const { data: info } = useQuery(appInfo);
  const [loading, setLoading] = useState(false);
  const [sign, setSign] = useState(false);
  const save = useMutation({
    mutationFn: () => call('workspace.save', { sign }),
    onSuccess: (saved) => {
      if (!saved) return;
      const message = texts.saved(saved.file, count(saved.records));
      if (saved.refused.length === 0) notifications.show({ message });
      else
        notifications.show({
          title: message,
          message: refusedSettingTexts.notSaved(saved.refused),
          color: 'var(--warn)',
        });
    },
    onError: (error) => {
      if (!isFailure(error, 'cancelled')) notifyFailure(error);
    },
  });
  const detail = <p className="quiet">{texts.detail}</p>;
  const facts = [
    { label: texts.address, value: workspace.baseUrl ?? texts.sample },
    { label: texts.directory, value: info?.dataDirectory ?? '' },
    { label: texts.zone, value: workspace.zone },
    {
      label: texts.version,
      value: [info?.version, info?.releaseDay && dayText(info.releaseDay)].filter(Boolean).join(', '),
    },
  ];
  return (
    <Panel title={texts.title}>
      <Stack flex="1" pt="sm" px="lg" pb="lg">
        {save.isPending ? <WorkspaceFileProgress what="saving">{detail}</WorkspaceFileProgress> : detail}
        <Stack component="dl" gap={2}>
          {facts.map(({ label, value }) => (
            <div key={label} className={classes.fact}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </Stack>
        {workspace.kind === 'service' && <SignChoice label={texts.sign} isChosen={sign} onChange={setSign} />}
        <div className={classes.buttons}>
          {save.isPending && (
            <Button onClick={cancelFile} data-testid="cancel-save">
              {dataTexts.file.cancel}
            </Button>
          )}
          {workspace.kind === 'service' && (
            <Tooltip label={texts.saveDetail} multiline maw={280}>
              <Button loading={save.isPending} onClick={() => save.mutate()} data-testid="save-workspace">
                {texts.save}
              </Button>
            </Tooltip>
          )}
          <Button disabled={save.isPending} onClick={() => setLoading(true)} data-testid="load-workspace">
            {texts.open}
          </Button>
        </div>
        <LoadDialog opened={loading} onClose={() => setLoading(false)} />
      </Stack>
    </Panel>
  );
}
