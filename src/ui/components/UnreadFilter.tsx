/** Says that the address asks for a filter that cannot be read: without it, all records would pass for the filtered ones. */
import { filterTexts } from '../../texts/en/filter.ts';
import { useHashSearch } from '../routing/hash-location.ts';
import { hasUnreadFilter } from '../routing/view-state.ts';
import classes from './Screen.module.css';

export function UnreadFilter() {
  const isUnread = hasUnreadFilter(useHashSearch());
  return isUnread ? <output className={classes.unread}>{filterTexts.unread}</output> : null;
}
