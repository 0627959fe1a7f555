/** Amounts of several currencies in one place: each stays whole, and where there is no room for all they stand below one another. */
import { Fragment } from 'react';
import { amountTexts } from '../../texts/en/reports.ts';
import classes from './Amounts.module.css';

export function Amounts({ amounts }: { readonly amounts: readonly string[] }) {
  return (
    <span className={classes.amounts}>
      {amounts.map((amount, place) => (
        <Fragment key={amount}>
          {place > 0 && amountTexts.separator}
          <span className={classes.amount}>{amount}</span>
        </Fragment>
      ))}
    </span>
  );
}
