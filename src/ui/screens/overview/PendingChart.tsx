/** Grey bars in the place of the chart that is coming. */
import { Pending } from '../../components/Pending.tsx';
import { MONTHS_SHOWN } from './month-window.ts';
import classes from './MonthsPanel.module.css';

/** Percent of the height: uneven, as months are. */
const heights = [62, 55, 48, 60, 57, 64, 63, 58, 62, 65, 40, 64, 61];

export function PendingChart() {
  return (
    <div className={classes.pending}>
      {heights.slice(0, MONTHS_SHOWN).map((height, month) => (
        <Pending key={month} width="26px" height={`${height}%`} />
      ))}
    </div>
  );
}
