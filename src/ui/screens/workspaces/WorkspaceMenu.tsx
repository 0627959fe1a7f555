/** The workspace menu: shows the current workspace, and switches to others; also chooses the appearance. */
import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Output, WorkspaceState } from '#contract/api.ts';
import { dataTexts } from '#texts/screens/data.ts';
import { workspacesTexts } from '#texts/screens/workspaces.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { call } from '#ui/data/client.ts';
import { workspaces, useWorkspace } from '#ui/data/queries.ts';
import { navigate } from '#ui/routing/hash-location.ts';
import { paths, addressOfAdding } from '#ui/routing/paths.ts';
import { lazyOverlay } from '#ui/components/overlays.tsx';
import { enterWorkspace, useLoadDialog } from './entering.ts';
import { useColorScheme, type Scheme } from '#ui/theme/use-color-scheme.ts';
import { notifyFailure } from '#ui/notifications.tsx';
import classes from './WorkspacesScreen.module.css';

const LoadDialog = lazyOverlay(
  async () => (await import('./LoadDialog.tsx')).LoadDialog,
  ({ opened }) => opened,
);

export const SAMPLE_WORKSPACE = 'sample';
export const OWN_WORKSPACE = 'default';

const schemes: readonly Scheme[] = ['light', 'dark', 'auto'];

/** Opens another workspace and drops all state of the previous one. */
export function useOpenWorkspace() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call('workspace.open', { name }),
    onSuccess: (state) => enterWorkspace(client, state),
    onError: notifyFailure,
  });
}

/** Shows the name of a named workspace, because more than one may hold records of the same service. */
function formatName({ label, kind, title }: WorkspaceState): { readonly title: string; readonly detail: string } {
  const texts = uiTexts.navigation;
  if (kind === 'sample') return { title, detail: texts.sampleShort };
  return label === OWN_WORKSPACE ? { title, detail: texts.own } : { title: label, detail: title };
}

export function WorkspaceMenu() {
  const workspace = useWorkspace();
  const texts = uiTexts.navigation;
  const open = useOpenWorkspace();
  const { scheme, choose } = useColorScheme();
  const { data: listed } = useQuery(workspaces);
  const load = useLoadDialog();
  const entries = toEntries(workspace, listed?.workspaces ?? []);
  const label = formatName(workspace);
  return (
    <>
      <Menu width={248} position="bottom-start" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <UnstyledButton className={classes.target} title={label.title}>
            <span className="visually-hidden">{texts.workspace}</span>
            <span className={classes.mark} aria-hidden>
              {label.title.slice(0, 1).toUpperCase()}
            </span>
            <span className={classes.name}>
              {label.title}
              <small className={classes.detail}>{label.detail}</small>
            </span>
            <IconSelector className={classes.chevron} size={14} stroke={1.6} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{texts.workspace}</Menu.Label>
          {entries.map(({ name, label, detail }) => (
            <Menu.Item
              key={name}
              rightSection={name === workspace.name ? <IconCheck size={14} aria-hidden /> : null}
              onClick={() => name !== workspace.name && open.mutate(name)}
            >
              {label}
              <small className={classes.detail}>{detail}</small>
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => navigate(paths.workspaces)}>{workspacesTexts.manage}</Menu.Item>
          <Menu.Item onClick={() => navigate(addressOfAdding)}>{workspacesTexts.addOne}</Menu.Item>
          <Menu.Item onClick={load.open}>{dataTexts.place.open}</Menu.Item>
          <Menu.Divider />
          <Menu.Label>{texts.appearance}</Menu.Label>
          {schemes.map((choice) => (
            <Menu.Item
              key={choice}
              closeMenuOnClick={false}
              rightSection={choice === scheme ? <IconCheck size={14} aria-hidden /> : null}
              onClick={() => choose(choice)}
            >
              {texts.schemes[choice]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <LoadDialog {...load.dialog} />
    </>
  );
}

interface Entry {
  readonly name: string;
  readonly label: string;
  readonly detail: string;
}

/** Lists the sample and all other workspaces, or an entry to connect the first one. */
function toEntries(open: WorkspaceState, listed: Output<'workspace.list'>['workspaces']): Entry[] {
  const texts = uiTexts.navigation;
  const own = listed
    .filter(({ name, baseUrl }) => name !== SAMPLE_WORKSPACE && (baseUrl !== null || name === open.name))
    .map(({ name, label, baseUrl }) => ({
      name,
      label: label === OWN_WORKSPACE ? texts.own : label,
      detail: baseUrl === null ? texts.ownDetail : new URL(baseUrl).host,
    }));
  const ownOrFirst = own.length === 0 ? [{ name: OWN_WORKSPACE, label: texts.own, detail: texts.ownDetail }] : own;
  return [{ name: SAMPLE_WORKSPACE, label: texts.sample, detail: texts.sampleDetail }, ...ownOrFirst];
}
