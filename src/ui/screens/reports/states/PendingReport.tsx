/** A report's table while its first figures load: of its size, without figures. */
import { PendingRows } from '../../../components/states/PendingRows.tsx';
import tables from '../../../components/values/tables.module.css';
import classes from '../ReportsScreen.module.css';

export function PendingReport({ columns }: { readonly columns: number }) {
  return (
    <div className={classes.pending} aria-busy="true">
      <table className={tables.table}>
        <tbody>
          <PendingRows rows={18} columns={columns + 1} />
        </tbody>
      </table>
    </div>
  );
}
