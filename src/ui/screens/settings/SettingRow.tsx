/** One setting: its name, one line of what it does, its control, and what is wrong with a value right below it. */
import type { ReactNode } from 'react';
import type { Settings } from '#domain/settings.ts';
import classes from './SettingsScreen.module.css';

/** What the field of a setting shows. */
export interface FieldState {
  readonly settings: Settings;
  /** What was set earlier and is not accepted any more, as it was set. */
  readonly refused: string | undefined;
}

export interface SettingRowProps {
  /** Id of the control, for its label; undefined where the control names itself. */
  readonly controlId?: string;
  readonly label: string;
  readonly help: ReactNode;
  /** What it costs, where it spends requests. */
  readonly price?: ReactNode;
  readonly problem?: string | undefined;
  readonly children: ReactNode;
}

/** Ids by which the control refers to its help and its problem. */
export function describedBy(controlId: string): string {
  return `${controlId}-help ${controlId}-problem`;
}

export function SettingRow({ controlId, label, help, price, problem, children }: SettingRowProps) {
  return (
    <div className={classes.row} data-setting={controlId} data-setting-row={label}>
      <div className={classes.words}>
        {controlId === undefined ? (
          <span className={classes.label}>{label}</span>
        ) : (
          <label className={classes.label} htmlFor={controlId}>
            {label}
          </label>
        )}
        <p className={classes.help} id={controlId && `${controlId}-help`}>
          {help}
        </p>
        {price !== undefined && <p className={classes.price}>{price}</p>}
      </div>
      <div className={classes.control}>
        {children}
        <p className={classes.problem} id={controlId && `${controlId}-problem`} role="alert">
          {problem}
        </p>
      </div>
    </div>
  );
}
