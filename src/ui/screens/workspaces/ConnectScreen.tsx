/** The first screen: try the sample, or connect to a service with its address and a key. */
import { Box, Button, Group, Text } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { dataTexts } from '#texts/screens/data.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useWorkspace } from '#ui/data/queries.ts';
import { useLoadDialog } from './entering.ts';
import { LoadDialog } from './LoadDialog.tsx';
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
      <Box component="header" w="100%" maw={760}>
        <Group component="p" gap={6} wrap="nowrap" mb="lg" fw={600} c="var(--accent)">
          <IconChartBar size={16} stroke={2} aria-hidden /> {uiTexts.app}
        </Group>
        <Text component="h1" inherit fz={22} fw={600} lts="-0.02em">
          {texts.title}
        </Text>
        <Text inherit c="var(--ink-2)">
          {texts.intro}
        </Text>
      </Box>
      <div className={classes.ways}>
        <section className={classes.way} aria-labelledby="connect-service">
          <Text component="h2" id="connect-service" inherit fz="lg" fw={600}>
            {texts.serviceTitle}
          </Text>
          <ServiceForm
            name={workspace.kind === 'sample' ? OWN_WORKSPACE : workspace.name}
            address={workspace.kind === 'service' ? (workspace.baseUrl ?? '') : ''}
          />
        </section>
        <section className={classes.way} aria-labelledby="connect-sample">
          <Text component="h2" id="connect-sample" inherit fz="lg" fw={600}>
            {texts.sampleTitle}
          </Text>
          <p className="quiet">{texts.sampleText}</p>
          <Button
            w="fit-content"
            mt="auto"
            loading={openSample.isPending}
            onClick={() => openSample.mutate(SAMPLE_WORKSPACE)}
            data-testid="open-sample"
          >
            {texts.sampleAction}
          </Button>
        </section>
      </div>
      <Text inherit w="100%" maw={760} c="var(--ink-2)">
        {texts.savedQuestion}{' '}
        <Button variant="subtle" onClick={load.open} data-testid="open-saved">
          {dataTexts.place.open}
        </Button>
      </Text>
      <LoadDialog {...load.dialog} />
    </main>
  );
}
