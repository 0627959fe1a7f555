/** The first page: try the sample, or connect a service with address and key. */
import { Button } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { dataTexts } from '#texts/screens/data.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useWorkspace } from '#ui/data/open-workspace.ts';
import { LoadDialog, useLoadDialog } from './LoadDialog.tsx';
import { ServiceForm } from './ServiceForm.tsx';
import { OWN_WORKSPACE, SAMPLE_WORKSPACE, useOpenWorkspace } from './WorkspaceMenu.tsx';
import classes from './WorkspacesScreen.module.css';

const texts = uiTexts.connect;

export function ConnectScreen() {
  const workspace = useWorkspace();
  const openSample = useOpenWorkspace();
  const load = useLoadDialog();
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
          <ServiceForm
            name={workspace.kind === 'sample' ? OWN_WORKSPACE : workspace.name}
            address={workspace.kind === 'service' ? (workspace.baseUrl ?? '') : ''}
          />
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
        <Button variant="subtle" onClick={load.open} data-testid="open-saved">
          {dataTexts.place.open}
        </Button>
      </p>
      <LoadDialog {...load.dialog} />
    </main>
  );
}
