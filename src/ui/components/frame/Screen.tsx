/** The frame of every screen: title with its seal and actions, filters with their basis, the content, the status bar. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { HTMLAttributes, ReactNode } from 'react';
import { subjectTexts } from '#texts/screens/subject.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { focusTable } from '#ui/keyboard/focus-table.ts';
import { StatusBar, type RecordCounts } from './StatusBar.tsx';
import classes from './Screen.module.css';
import { addressTexts } from '#texts/screens/address.ts';
import { filterTexts } from '#texts/filter.ts';
import { leaveDrillDown, splitHash, useCameFrom, useHashPath, useHashSearch } from '#ui/routing/hash-location.ts';
import { findSubjectKind, paths, type ScreenName } from '#ui/routing/paths.ts';
import { hasUnreadFilter, unreadPeriod } from '#ui/routing/view-state.ts';

/** Below the title: what narrows the content and what its figures rest on. */
export interface ScreenBand {
  readonly filters: ReactNode;
  /** Controls of the content, at the right end. */
  readonly tools?: ReactNode;
  /** Calendar, zone, currency, as-of. */
  readonly basis?: ReactNode;
}

export interface ScreenProps {
  readonly title: string;
  /** Marks the title, such as an id that has no name yet. */
  readonly titleProps?: HTMLAttributes<HTMLHeadingElement>;
  /** The coverage seal beside the title. */
  readonly seal?: ReactNode;
  /** Buttons at the right end of the title band. */
  readonly actions?: ReactNode;
  readonly band?: ScreenBand;
  /** The period of its figures, in words. */
  readonly shownPeriod?: string | undefined;
  readonly records?: RecordCounts;
  /** The content takes the remaining height and scrolls inside itself. */
  readonly fill?: boolean;
  readonly children: ReactNode;
}

export function Screen(props: ScreenProps) {
  const { title, titleProps, seal, actions, band, shownPeriod, records, fill = false, children } = props;
  return (
    <div className={classes.screen}>
      <main id="content" className={classes.main} tabIndex={-1}>
        <button type="button" className={classes.skip} onClick={focusTable}>
          {uiTexts.skipToTable}
        </button>
        <header className={classes.top}>
          <BackLink />
          <h1 className={classes.title} {...titleProps}>
            {title}
          </h1>
          {seal}
          <div className={classes.actions}>{actions}</div>
        </header>
        <div className={classes.content} data-fill={fill || undefined}>
          {band !== undefined && (
            <div className={classes.band} data-tools={band.tools !== undefined || undefined}>
              <div className={classes.filters}>{band.filters}</div>
              {band.tools !== undefined && <div className={classes.tools}>{band.tools}</div>}
              {band.basis !== undefined && <p className={classes.basis}>{band.basis}</p>}
            </div>
          )}
          <UnreadAddress shownPeriod={shownPeriod} />
          {children}
        </div>
      </main>
      <StatusBar {...records} />
    </div>
  );
}

/** Leads from a drill-down to the view in which it was opened. */
function BackLink() {
  const from = useCameFrom();
  if (from === undefined) return null;
  const { path } = splitHash(from);
  const name = Object.keys(uiTexts.screens).find(
    (screen): screen is ScreenName => paths[screen as ScreenName] === path,
  );
  const kind = findSubjectKind(path);
  if (name === undefined && kind === undefined) return null;
  const label = uiTexts.backTo(name === undefined ? subjectTexts.back[kind ?? 'person'] : uiTexts.screens[name].title);
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" aria-label={label} onClick={leaveDrillDown} data-testid="back-to-screen">
        <IconArrowLeft size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Names the unreadable parts of an address: without it, other records would pass for the requested ones. */
interface UnreadAddressProps {
  /** What is shown instead of an unreadable period; undefined: the screen says so itself. */
  readonly shownPeriod: string | undefined;
}

function UnreadAddress({ shownPeriod }: UnreadAddressProps) {
  const search = useHashSearch();
  const [path] = useHashPath();
  const period = unreadPeriod(search);
  const notices = [
    ...(isKnown(path) ? [] : [addressTexts.path(path, uiTexts.screens.overview.title)]),
    ...(period === undefined ? [] : [addressTexts.period(period, shownPeriod)]),
    ...(hasUnreadFilter(search) ? [filterTexts.unread] : []),
  ];
  if (notices.length === 0) return null;
  return (
    <output className={classes.unread} data-testid="unread-address">
      {notices.map((notice) => (
        <span key={notice}>{notice}</span>
      ))}
    </output>
  );
}

function isKnown(path: string): boolean {
  return Object.values(paths).includes(path) || findSubjectKind(path) !== undefined;
}
