/** Shows the progress of a refresh, why it waits, when it resumes, and what can be done about it. */
import { Button, Flex, Group, Stack, Text, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DataStatus } from '#contract/api.ts';
import type { AppError } from '#contract/errors.ts';
import { explainError } from '#ui/data/client.ts';
import { dataTexts } from '#texts/screens/data.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useNow } from '#ui/clock.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { judgeSeal, explainSeal, formatSeal } from '#ui/coverage/seal.ts';
import { count, momentText } from '#ui/format/figures-and-times.ts';
import { syncPrice, syncState, useWorkspace } from '#ui/data/queries.ts';
import { formatPrice, countRequestsLeft } from '#ui/sync/price-text.ts';
import { isAboutKey, findFailure, toRunState, type RunState } from '#ui/sync/run-state.ts';
import { ProgressBar, formatProgress } from '#ui/sync/RefreshButton.tsx';
import {
  toPriceInput,
  usePausing,
  useSyncActions,
  useSyncView,
  type SyncView,
  type SyncRequest,
} from '#ui/sync/use-sync.ts';
import classes from './DataScreen.module.css';

const texts = dataTexts.run;

export interface StateBandProps {
  readonly status: DataStatus;
  /** Opens the field for a new key. */
  readonly onEnterKey: () => void;
}

type Moment = (timestamp: string) => string;

/** The band is hidden if everything is complete and nothing runs. */
export function StateBand({ status, onEnterKey }: StateBandProps) {
  const workspace = useWorkspace();
  const { data: sync } = useQuery(syncState);
  const view = useSyncView();
  const now = useNow();
  const state = toRunState(status, sync);
  const moment: Moment = (timestamp) => momentText(timestamp, workspace.zone, now);
  const failure = findFailure(view);
  const isFromFile = status.complete && status.fromFile !== undefined;
  if (state.kind === 'idle' && status.waiting === 0 && failure === undefined && !isFromFile) return null;
  return (
    <Panel>
      <Stack gap="sm" py="md" px="lg" data-testid="run-state" data-kind={state.kind}>
        {failure && isAboutKey(failure) && <KeyRejected failure={failure} onEnter={onEnterKey} />}
        <State state={state} status={status} view={view} locked={workspace.key === 'none'} moment={moment} />
        {isFromFile && state.kind !== 'running' && <FromFile status={status} locked={workspace.key === 'none'} />}
        {status.waiting > 0 && (
          <Text inherit c="var(--ink-2)" maw="110ch" data-testid="waiting">
            <strong>{texts.waiting(count(status.waiting))}</strong> <span className="quiet">{texts.waitingDetail}</span>
          </Text>
        )}
        {failure && !isAboutKey(failure) && state.kind !== 'resumes' && (
          <FailureLine failure={failure} moment={moment} />
        )}
      </Stack>
    </Panel>
  );
}

interface StateProps {
  readonly state: RunState;
  readonly status: DataStatus;
  readonly view: SyncView;
  readonly locked: boolean;
  readonly moment: Moment;
}

function State({ state, status, view, locked, moment }: StateProps) {
  switch (state.kind) {
    case 'running':
      return <Running view={view} />;
    case 'paused':
      return (
        <Row title={texts.paused} detail={texts.pausedDetail} progress={<Progress status={status} view={view} />}>
          <Resume request={state.request} locked={locked} />
          <Cancel />
        </Row>
      );
    case 'resumes': {
      const at = moment(state.at);
      const why =
        state.why === 'moved' ? texts.looksAgain : `${explainWait(view, status, moment)} ${texts.resumesDetail}`;
      return (
        <Row title={texts.resumes(at)} detail={why} progress={<Progress status={status} view={view} />}>
          <Cancel label={texts.notByItself} />
        </Row>
      );
    }
    case 'unverified':
      return (
        <Row title={texts.unverified} detail={status.complete ? texts.unverifiedRefresh : texts.unverifiedDetail}>
          <Resume request={{}} label={texts.lookAgain} locked={locked} />
        </Row>
      );
    case 'begun':
      return (
        <Row
          title={texts.begun}
          detail={state.what === 'download' ? texts.begunDownload : texts.begunRefresh}
          progress={<Progress status={status} view={view} />}
        >
          <Resume request={{}} locked={locked} />
        </Row>
      );
    case 'empty':
      return (
        <Row title={texts.empty} detail={texts.emptyDetail}>
          <Resume request={{}} label={uiTexts.sync.download} locked={locked} />
        </Row>
      );
    case 'idle':
      return null;
  }
}

function Running({ view }: { readonly view: SyncView }) {
  const { pause, cancel } = useSyncActions();
  const pausing = usePausing();
  return (
    <Flex {...row}>
      <Stack gap={6} flex="1" miw={0}>
        <output className={classes.title} data-testid="sync-progress">
          {formatProgress(view)}
        </output>
        <ProgressBar held={view.progress?.held ?? 0} total={view.progress?.total ?? null} />
        <p className="quiet figure">{texts.spent(count(view.progress?.requestsUsed ?? 0))}</p>
      </Stack>
      <Group className="screen-only" gap="sm" wrap="nowrap" flex="none">
        <Tooltip label={texts.pauseDetail} multiline maw={280}>
          <Button variant="filled" disabled={pausing} onClick={pause}>
            {pausing ? texts.pausing : texts.pause}
          </Button>
        </Tooltip>
        <Tooltip label={texts.cancelDetail} multiline maw={280}>
          <Button onClick={cancel}>{texts.cancel}</Button>
        </Tooltip>
      </Group>
    </Flex>
  );
}

const row = {
  direction: { base: 'column', md: 'row' },
  align: { md: 'center' },
  gap: { base: 'md', md: 'xl' },
} as const;

interface RowProps {
  readonly title: string;
  readonly detail: string;
  readonly progress?: ReactNode;
  readonly children: ReactNode;
}

function Row({ title, detail, progress, children }: RowProps) {
  return (
    <Flex {...row}>
      <Stack gap={6} flex="1" miw={0}>
        <p className={classes.title}>{title}</p>
        {progress}
        <Text inherit c="var(--ink-2)" maw="110ch">
          {detail}
        </Text>
      </Stack>
      <Group className="screen-only" gap="sm" wrap="nowrap" flex="none">
        {children}
      </Group>
    </Flex>
  );
}

function FromFile({ status, locked }: { readonly status: DataStatus; readonly locked: boolean }) {
  const seal = judgeSeal(status);
  return (
    <Row title={formatSeal(seal, useWorkspace())} detail={explainSeal(seal) ?? ''}>
      <Resume request={{ full: true }} label={texts.readAll} locked={locked} />
    </Row>
  );
}

/** Shows the progress of a stopped run if the total is known. */
function Progress({ status, view }: { readonly status: DataStatus; readonly view: SyncView }) {
  const total = status.complete ? null : (view.last?.total ?? null);
  if (total === null || total === 0) return null;
  return (
    <>
      <ProgressBar held={status.records} total={total} />
      <p className="quiet figure">{texts.progress(count(status.records), count(total))}</p>
    </>
  );
}

interface ResumeProps {
  readonly request: SyncRequest;
  readonly label?: string;
  readonly locked: boolean;
}

function Resume({ request, label = texts.goOn, locked }: ResumeProps) {
  const { start } = useSyncActions();
  const { data: price } = useQuery(syncPrice(toPriceInput(request)));
  return (
    <Button
      variant="filled"
      disabled={locked || (price !== undefined && countRequestsLeft(price.quota) === 0)}
      onClick={() => start(request)}
      data-testid="go-on"
    >
      {label}
      {price && ` · ${formatPrice(price)}`}
    </Button>
  );
}

function Cancel({ label = texts.cancel }: { readonly label?: string }) {
  const { cancel } = useSyncActions();
  return <Button onClick={cancel}>{label}</Button>;
}

/** Explains why a run waits for the reset, unless the quota is used up, which the notice above explains. */
function explainWait({ last }: SyncView, { quota }: DataStatus, moment: Moment): string {
  return last?.stopped && countRequestsLeft(quota) > 0 ? explainError(last.stopped, moment).sentence : '';
}

function FailureLine({ failure, moment }: { readonly failure: AppError; readonly moment: Moment }) {
  const { sentence, action } = explainError(failure, moment);
  return (
    <Text inherit c="var(--ink-2)" maw="110ch" data-testid="last-failure">
      {sentence} {isRefusal(failure) ? texts.refused : action}
    </Text>
  );
}

/** A rejected key comes first, with a button to enter a new one, because nothing else works without a valid key. */
function KeyRejected({ failure, onEnter }: { readonly failure: AppError; readonly onEnter: () => void }) {
  const { title, sentence, action } = explainError(failure);
  return (
    <div data-testid="last-failure">
      <Row title={title} detail={`${sentence} ${action}`}>
        <Button variant="filled" onClick={onEnter}>
          {texts.enterKey}
        </Button>
      </Row>
    </div>
  );
}

/** Whether the service failed rather than being busy or unreachable, perhaps because it cannot filter or sort. */
export function wasRejected(last: SyncView['last']): boolean {
  return last?.stopped != null && isRefusal(last.stopped);
}

function isRefusal({ code }: AppError): boolean {
  return code === 'upstream-failed' || code === 'service-changed' || code === 'filter-invalid';
}

/** Writes `Last: Refresh, complete, 1 request spent.` */
export function describeLastRun({ mode, status, requestsUsed }: NonNullable<SyncView['last']>): string {
  return texts.last(texts.modes[mode], texts.outcome[status], texts.spent(count(requestsUsed)));
}
