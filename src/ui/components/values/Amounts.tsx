/** Amounts of several currencies in one place: none is broken, and without room for all they are placed below one another. */
import { Fragment } from 'react';
import { amountTexts } from '#texts/reports/reports.ts';
import classes from './Amounts.module.css';

export function Amounts({ amounts }: { readonly amounts: readonly string[] }) {
  return (
    <span className={classes.amounts} data-amounts>
      {amounts.map((amount, place) => {
        const isLast = place === amounts.length - 1;
        return (
          <Fragment key={amount}>
            <span className={classes.amount}>{isLast ? amount : `${amount}${amountTexts.separator}`.trimEnd()}</span>
            {isLast ? '' : ' '}
          </Fragment>
        );
      })}
    </span>
  );
}
