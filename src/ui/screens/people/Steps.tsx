/** The steps from a new connection to the first report: download, name the largest ids, open a report. */
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { DataStatus } from '#contract/api.ts';
import { formatShareOfHours } from '#domain/people/named-rows.ts';
import { firstStepsTexts as texts } from '#texts/screens/first-steps.ts';
import { dataStatus } from '#ui/data/queries.ts';
import { count } from '#ui/format/figures-and-times.ts';
import { useNamedRows } from '#ui/naming/use-named-rows.ts';
import { paths } from '#ui/routing/paths.ts';
import { emptyView, toPresetAddress } from '#ui/routing/view-state.ts';
import { UnnamedPanel } from './UnnamedPanel.tsx';
import classes from './FirstSteps.module.css';

interface StepsProps {
  /** Shows the largest unnamed ids with fields for their names. */
  readonly hasNames: boolean;
  readonly onClose: () => void;
}

export function Steps({ hasNames, onClose }: StepsProps) {
  const { data: status } = useQuery(dataStatus);
  const people = useNamedRows('people').rows;
  const objects = useNamedRows('objects').rows;
  if (!status || !people || !objects) return null;
  const all = [...people, ...objects];
  const named = all.filter((row) => row.name !== undefined);
  const hasRecords = status.records > 0;
  // Every record is here and every id has a name, so no step remains.
  if (status.complete && hasRecords && named.length === all.length) return null;
  const isNamed = named.length >= Math.min(ENOUGH_NAMES, all.length) && hasRecords;
  return (
    <>
      <section className={classes.steps} aria-label={texts.title} data-testid="first-steps">
        <ol className={classes.list}>
          <Step number={1} title={texts.download.title} isDone={status.complete} isNext={!hasRecords}>
            <p>{describeDownload(status)}</p>
          </Step>
          <Step number={2} title={texts.names.title} isDone={isNamed} isNext={hasRecords && !isNamed}>
            <p>
              {hasRecords
                ? texts.names.now(count(named.length), count(all.length), formatShareOfHours(named, all))
                : texts.names.before}
            </p>
            {hasRecords && (
              <>
                <Button component={Link} href={paths.people} variant={isNamed ? 'default' : 'filled'}>
                  {texts.names.action}
                </Button>
                <Button component={Link} href={`${paths.people}?show=objects`}>
                  {texts.names.more}
                </Button>
              </>
            )}
          </Step>
          <Step number={3} title={texts.report.title} isDone={false} isNext={isNamed}>
            <p>{texts.report.detail}</p>
            {hasRecords && (
              <Button
                component={Link}
                href={toPresetAddress('clients', emptyView)}
                variant={isNamed ? 'filled' : 'default'}
                // Opening a report with names completes the last step.
                onClick={() => isNamed && onClose()}
              >
                {texts.report.action}
              </Button>
            )}
          </Step>
        </ol>
        <ActionIcon variant="subtle" size="sm" aria-label={texts.close} onClick={onClose}>
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </section>
      {hasNames && hasRecords && named.length < all.length && <UnnamedPanel people={people} objects={objects} />}
    </>
  );
}

function describeDownload({ records, complete }: DataStatus): string {
  if (records === 0) return texts.download.before;
  return complete ? texts.download.after(count(records)) : texts.download.soFar(count(records));
}

/** The number of names that makes the first report useful. */
const ENOUGH_NAMES = 3;

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly isNext: boolean;
  readonly children: ReactNode;
}

function Step({ number, title, isDone, isNext, children }: StepProps) {
  return (
    <li className={classes.step} aria-current={isNext ? 'step' : undefined}>
      <Group component="h2" gap="sm" wrap="nowrap" c="var(--ink)" fz="sm" fw={600}>
        <span className={classes.number} data-done={isDone || undefined}>
          {isDone ? <IconCheck size={12} aria-label={texts.done} /> : number}
        </span>
        {title}
      </Group>
      <div className={classes.detail}>{children}</div>
    </li>
  );
}
