/** The first page: try the sample, or connect a service with address and key. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataTexts } from '#texts/screens/data.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { call } from '../../data/client.ts';
import { failureText } from '../../data/error-text.ts';
import { useWorkspace } from '../../data/open-workspace.ts';
import { enterWorkspace } from '../../workspaces/enter-workspace.ts';
import { LoadDialog } from '../../workspaces/LoadDialog.tsx';
import { OWN_WORKSPACE, SAMPLE_WORKSPACE, useOpenWorkspace } from '../../workspaces/WorkspaceMenu.tsx';
import classes from './ConnectScreen.module.css';

const texts = uiTexts.connect;

export function ConnectScreen() {
  const openSample = useOpenWorkspace();
  const [loading, setLoading] = useState(false);
  return (
    <main className={classes.page} id="content">
      <header className={classes.header}>
        <p className={classes.brand}>
          <IconChartBar size={16} stroke={2} aria-hidden /> {uiTexts.app}
        </p>
        <h1 className={classes.title}>{texts.title}</h1>
        <p className={classes.intro}>{texts.intro}</p>
      </header>
      <div className={classes.ways}>
        <section className={classes.way} aria-labelledby="connect-service">
          <h2 id="connect-service" className={classes.wayTitle}>
            {texts.serviceTitle}
          </h2>
          <ServiceForm />
        </section>
        <section className={classes.way} aria-labelledby="connect-sample">
          <h2 id="connect-sample" className={classes.wayTitle}>
            {texts.sampleTitle}
          </h2>
          <p className="quiet">{texts.sampleText}</p>
          <Button
            className={classes.action}
            loading={openSample.isPending}
            onClick={() => openSample.mutate(SAMPLE_WORKSPACE)}
            data-testid="open-sample"
          >
            {texts.sampleAction}
          </Button>
        </section>
      </div>
      <p className={classes.saved}>
        {texts.savedQuestion}{' '}
        <Button variant="subtle" onClick={() => setLoading(true)} data-testid="open-saved">
          {dataTexts.place.open}
        </Button>
      </p>
      <LoadDialog opened={loading} onClose={() => setLoading(false)} />
    </main>
  );
}

function ServiceForm() {
  const client = useQueryClient();
  const workspace = useWorkspace();
  const [baseUrl, setBaseUrl] = useState(workspace.kind === 'service' ? (workspace.baseUrl ?? '') : '');
  const [key, setKey] = useState('');
  const connect = useMutation({
    mutationFn: () =>
      call('workspace.connect', {
        name: workspace.kind === 'sample' ? OWN_WORKSPACE : workspace.name,
        baseUrl: baseUrl.trim(),
        key: key.trim(),
      }),
    onSuccess: (state) => enterWorkspace(client, state),
  });
  const failure = connect.error && failureText(connect.error);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        connect.mutate();
      }}
    >
      <TextInput
        label={texts.address}
        description={texts.addressHint}
        placeholder="https://…"
        value={baseUrl}
        onChange={(event) => setBaseUrl(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordInput
        label={texts.key}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': texts.showKey }}
      />
      <p className={classes.assurance}>{workspace.keychainAvailable ? texts.keychain : texts.noKeychain}</p>
      {failure && (
        <div className={classes.failure} role="alert">
          <strong>{failure.title}</strong> {failure.sentence} {failure.action}
        </div>
      )}
      <Button
        className={classes.action}
        type="submit"
        variant="filled"
        disabled={baseUrl.trim() === '' || key.trim() === ''}
        loading={connect.isPending}
      >
        {texts.action}
      </Button>
    </form>
  );
}
