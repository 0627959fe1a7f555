/** Every workspace in a line: opened or deleted from there. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Output, WorkspaceState } from '#contract/api.ts';
import { workspacesTexts } from '#texts/screens/workspaces.ts';
import tables from '#ui/components/values/tables.module.css';
import { Tag } from '#ui/components/values/Tag.tsx';
import { dataStatus } from '#ui/data/queries.ts';
import { useWorkspace } from '#ui/data/open-workspace.ts';
import { bytesText } from '#ui/format/bytes.ts';
import { count, UNKNOWN } from '#ui/format/figures.ts';
import { Table } from '#ui/grid/Table.tsx';
import { SAMPLE_WORKSPACE, useOpenWorkspace } from '#ui/workspaces/WorkspaceMenu.tsx';
import classes from './WorkspacesScreen.module.css';

export type ListedWorkspace = Output<'workspace.list'>['workspaces'][number];

const texts = workspacesTexts.list;
const { heads } = texts;

export interface WorkspacesTableProps {
  readonly listed: readonly ListedWorkspace[];
  readonly onDelete: (workspace: ListedWorkspace) => void;
}

export function WorkspacesTable({ listed, onDelete }: WorkspacesTableProps) {
  const workspace = useWorkspace();
  const open = useOpenWorkspace();
  const { data: status } = useQuery(dataStatus);
  return (
    <div className={classes.scroll}>
      <Table
        columns={[
          heads.name,
          heads.service,
          { id: heads.records, isNumber: true },
          { id: heads.storage, isNumber: true },
          heads.key,
          { id: texts.actions, isHeadHidden: true },
        ]}
        aria-label={texts.title}
      >
        {listed.map((each) => {
          const { name, records, bytes } = each;
          const isOpen = name === workspace.name;
          // The open one's count is known to the record; of the others as they were closed.
          const held = isOpen ? (status?.records ?? records) : records;
          return (
            <tr key={name} aria-current={isOpen || undefined} data-testid="workspace-row">
              <th scope="row">
                {labelOf(each)} {isOpen && <Tag>{texts.isOpen}</Tag>}
              </th>
              <td className={`${tables.clip} ${classes.service}`} title={serviceOf(each)}>
                {serviceOf(each)}
              </td>
              <td className={tables.number}>{held === null ? UNKNOWN : count(held)}</td>
              <td className={tables.number}>{bytesText(bytes)}</td>
              <td>{keyOf(each, workspace)}</td>
              <td className={classes.actions}>
                {!isOpen && (
                  <Button
                    size="compact-sm"
                    aria-label={texts.openOne(labelOf(each))}
                    loading={open.isPending && open.variables === name}
                    onClick={() => open.mutate(name)}
                  >
                    {texts.open}
                  </Button>
                )}
                {(name !== SAMPLE_WORKSPACE || listed.some(({ baseUrl }) => baseUrl !== null)) && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={texts.deleteOne(labelOf(each))}
                    onClick={() => onDelete(each)}
                  >
                    {texts.delete}
                  </Button>
                )}
              </td>
            </tr>
          );
        })}
      </Table>
    </div>
  );
}

/** The sample has a name of its own; the others are called as they were named. */
export function labelOf({ name }: Pick<ListedWorkspace, 'name'>): string {
  return name === SAMPLE_WORKSPACE ? texts.sample : name;
}

function serviceOf({ name, baseUrl }: ListedWorkspace): string {
  if (name === SAMPLE_WORKSPACE) return texts.sampleService;
  return baseUrl === null ? texts.noService : new URL(baseUrl).host;
}

function keyOf({ name, hasKey }: ListedWorkspace, open: WorkspaceState): string {
  if (name === SAMPLE_WORKSPACE) return texts.key.none_needed;
  // A key that is kept for this run alone, here or in a keychain that is away.
  if (name === open.name && open.key === 'memory') return texts.key.run;
  if (!hasKey) return texts.key.none;
  return open.keychainAvailable ? texts.key.stored : texts.key.run;
}
