/** A share as a bar: its length shows the figure beside it. */
import classes from '../CheckScreen.module.css';

export function ShareBar({ follow, of }: { readonly follow: number; readonly of: number }) {
  const width = of === 0 ? 0 : (follow / of) * 100;
  return (
    <svg className={classes.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
      <rect className={classes.barTrack} width="100" height="8" />
      <rect className={classes.barFill} width={width} height="8" />
    </svg>
  );
}
