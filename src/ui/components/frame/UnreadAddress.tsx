/** Names the unreadable parts of an address: without it, other records would pass for the requested ones. */
import { addressTexts } from '#texts/screens/address.ts';
import { filterTexts } from '#texts/filter.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useHashPath, useHashSearch } from '../../routing/hash-location.ts';
import { paths } from '../../routing/paths.ts';
import { hasUnreadFilter, unreadPeriod } from '../../routing/view-state.ts';
import classes from './Screen.module.css';

export interface UnreadAddressProps {
  /** What is shown instead of an unreadable period; undefined: the screen says so itself. */
  readonly shownPeriod: string | undefined;
}

export function UnreadAddress({ shownPeriod }: UnreadAddressProps) {
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
  return Object.values(paths).includes(path);
}
