/** Grey bars in the place of the chart while it loads. */
import { Pending } from '../../../components/states/Pending.tsx';
import classes from '../OverviewScreen.module.css';

/** Percent of the height: uneven, as weeks are. */
const heights = [62, 55, 48, 60, 57, 64, 63, 58, 62, 65, 40, 64, 61];

export function PendingChart() {
  return (
    <div className={classes.pending}>
      {heights.map((height, bucket) => (
        <Pending key={bucket} width="26px" height={`${height}%`} />
      ))}
    </div>
  );
}
