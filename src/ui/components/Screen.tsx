/** The frame of every screen: title with its seal and actions, filters with their basis, the content, the status bar. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ActionIcon, Progress, type ProgressProps, Tooltip, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { subjectTexts } from '#texts/screens/subject.ts';
import { uiTexts, addressTexts } from '#texts/screens/ui.ts';
import { focusTable } from '../keyboard.ts';
import { filterTexts } from '#texts/filter.ts';
import { leaveDrillDown, splitHash, useBackTarget, useHashPath, useHashSearch } from '../routing/hash-location.ts';
import { findSubjectKind, paths } from '../routing/paths.ts';
import { hasUnreadableFilter, findUnreadablePeriod } from '../routing/view-state.ts';
import { useNow } from '../clock.ts';
import { count, momentText, timeText } from '../format/figures-and-times.ts';
import { explainError } from '../data/client.ts';
import { dataStatus, useWorkspace } from '../data/queries.ts';
import { useSyncView } from '../sync/use-sync.ts';
import { SyncProgressLine } from '../sync/RefreshButton.tsx';
import type { Quota } from '#contract/api.ts';
import classes from './Screen.module.css';

/** The band below the title shows the filters and the basis of the figures. */
export interface ScreenBand {
  readonly filters: ReactNode;
  /** Controls of the content, at the right end. */
  readonly tools?: ReactNode;
  /** The calendar, zone, currency and as-of time of the figures. */
  readonly basis?: ReactNode;
}

export interface ScreenProps {
  readonly title: ReactNode;
  readonly seal?: ReactNode;
  /** Buttons at the right end of the title band. */
  readonly actions?: ReactNode;
  readonly band?: ScreenBand;
  /** The period of the figures, in words. */
  readonly shownPeriod?: string | undefined;
  readonly records?: RecordCounts;
  /** Whether the content takes the remaining height and scrolls inside itself. */
  readonly fill?: boolean;
  readonly children: ReactNode;
}

export function Screen(props: ScreenProps) {
  const { title, seal, actions, band, shownPeriod, records, fill = false, children } = props;
  return (
    <div className={classes.screen}>
      <main id="content" className={classes.main} tabIndex={-1}>
        <button type="button" className={`${classes.skip} screen-only`} onClick={focusTable}>
          {uiTexts.skipToTable}
        </button>
        <header className={classes.top}>
          <BackLink />
          <h1 className={classes.title}>{title}</h1>
          {seal}
          <div className={`${classes.actions} screen-only`}>{actions}</div>
        </header>
        <div className={classes.content} data-fill={fill || undefined}>
          {band !== undefined && (
            <div className={classes.band} data-tools={band.tools !== undefined || undefined}>
              <div className={classes.filters}>{band.filters}</div>
              {band.tools !== undefined && <div className={`${classes.tools} screen-only`}>{band.tools}</div>}
              {band.basis !== undefined && <p className={classes.basis}>{band.basis}</p>}
            </div>
          )}
          <InvalidAddress shownPeriod={shownPeriod} />
          {children}
        </div>
      </main>
      <StatusBar {...records} />
    </div>
  );
}

/** Leads from a drill-down to the view in which it was opened. */
function BackLink() {
  const target = useBackTarget();
  if (target === undefined) return null;
  const { path } = splitHash(target);
  const kind = findSubjectKind(path);
  const screen = Object.entries(uiTexts.screens).find(([name]) =>
    Object.entries(paths).some(([screenName, address]) => screenName === name && address === path),
  )?.[1];
  const name = kind ? subjectTexts.back[kind] : screen?.title;
  if (name === undefined) return null;
  const label = uiTexts.backTo(name);
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" aria-label={label} onClick={leaveDrillDown} data-testid="back-to-screen">
        <IconArrowLeft size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

interface InvalidAddressProps {
  /** The period shown in place of an unreadable one; undefined if the screen names it itself. */
  readonly shownPeriod: string | undefined;
}

/** Names the unreadable parts of an address, so that other records do not pass for the requested ones. */
function InvalidAddress({ shownPeriod }: InvalidAddressProps) {
  const search = useHashSearch();
  const [path] = useHashPath();
  const period = findUnreadablePeriod(search);
  const notices = [
    ...(isKnownPath(path) ? [] : [addressTexts.path(path, uiTexts.screens.overview.title)]),
    ...(period === undefined ? [] : [addressTexts.period(period, shownPeriod)]),
    ...(hasUnreadableFilter(search) ? [filterTexts.unread] : []),
  ];
  if (notices.length === 0) return null;
  return (
    <Stack component="output" gap={0} flex="none" c="var(--warn)" data-testid="unread-address">
      {notices.map((notice) => (
        <span key={notice}>{notice}</span>
      ))}
    </Stack>
  );
}

function isKnownPath(path: string): boolean {
  return Object.values(paths).includes(path) || findSubjectKind(path) !== undefined;
}

interface RecordCounts {
  /** How many records are in this view; undefined if the screen counts none. */
  readonly inView?: number | undefined;
  /** How many records this computer holds, if the screen is about all of them. */
  readonly held?: number | undefined;
  /** The selected records, which take the place of the other counts. */
  readonly selected?: ReactNode;
}

/** The last band of every screen: records in view, last refresh, and today's remaining requests. */
function StatusBar({ inView, held, selected }: RecordCounts) {
  const { data: status } = useQuery(dataStatus);
  const workspace = useWorkspace();
  const now = useNow();
  const texts = uiTexts.status;
  return (
    <footer className={classes.bar} aria-label={texts.label}>
      {inView !== undefined && !selected && <span className="figure">{texts.inView(count(inView))}</span>}
      {held !== undefined && <span className="figure">{texts.held(count(held))}</span>}
      {selected}
      {status && !selected && (
        <span className="figure">
          {status.asOf === null ? texts.never : texts.refreshed(timeText(status.asOf, workspace.zone))}
        </span>
      )}
      <SyncProgressLine />
      <TroubleLink />
      {status && (
        <Tooltip label={uiTexts.quota.assumed} multiline maw={280} position="top-end">
          <div className={`${classes.quota} screen-only`}>
            <span>{uiTexts.quota.label}</span>
            <QuotaMeter quota={status.quota} className={classes.meter} />
            <span className="figure" data-testid="quota">
              {uiTexts.quota.used(count(status.quota.used), count(status.quota.limit))} ·{' '}
              {uiTexts.quota.resets(momentText(status.quota.resetsAt, workspace.zone, now).slice(-5))}
            </span>
          </div>
        </Tooltip>
      )}
    </footer>
  );
}

/** Explains why the last request to the service failed, with a link to the screen where it can be solved. */
function TroubleLink() {
  const { running, trouble } = useSyncView();
  if (running || !trouble) return null;
  const { title, sentence, action } = explainError(trouble);
  return (
    <Link className={classes.trouble} href={paths.data} title={`${sentence} ${action}`} data-testid="trouble">
      {title}
    </Link>
  );
}

const NEARLY_SPENT = 0.9;

/** A bar for the share of today's requests that are spent; the text beside it has the figures. */
export function QuotaMeter({ quota, ...place }: { readonly quota: Quota } & Pick<ProgressProps, 'className' | 'flex'>) {
  const share = quota.limit === 0 ? 1 : Math.min(1, quota.used / quota.limit);
  return <Progress {...place} value={share * 100} {...(share >= NEARLY_SPENT && { color: 'var(--warn)' })} />;
}
