/** How much of today's requests is spent, as a bar; the words beside it carry the figure. */
import type { Quota } from '#contract/api.ts';
import classes from './QuotaMeter.module.css';

const NEARLY = 0.9;

export function QuotaMeter({ quota, wide = false }: { readonly quota: Quota; readonly wide?: boolean }) {
  const share = quota.limit === 0 ? 1 : Math.min(1, quota.used / quota.limit);
  return (
    <span className={classes.meter} data-wide={wide || undefined} aria-hidden>
      {share > 0 && (
        <span
          className={classes.used}
          data-nearly={share >= NEARLY || undefined}
          style={{ width: `${share * 100}%` }}
        />
      )}
    </span>
  );
}
