/** The workspace with the settings a file was written under: what was chosen since must not look like other records. */
import type { SettingThen } from '../../../../src/contract/file-answer.ts';
import { amountsThatCount } from '../../../../src/domain/reports/definition/counted.ts';
import { settingsSchema, type Settings } from '../../../../src/domain/settings.ts';
import type { SealedManifest } from '../../../exports/verify/capsule-file.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { hashSettings } from '../manifest.ts';

export interface SettingsThen {
  /** Those of the file where it tells them, today's where not. */
  readonly settings: Settings;
  /** Those that are others today. */
  readonly changed: SettingThen[];
  /** Whether nothing that figures rest on was changed. */
  readonly areSame: boolean;
}

type Told = Pick<SealedManifest, 'zone' | 'amounts' | 'footing' | 'digits' | 'settings' | 'settingsHash'>;

export function readSettingsThen(told: Told, now: Settings): SettingsThen {
  const { zone, amounts, footing, digits } = told;
  const read = settingsSchema.safeParse({
    ...now,
    ...told.settings,
    zone,
    footing,
    hoursDigits: digits.hours,
    moneyDigits: digits.money,
    // Not chosen and recorded are the same figures.
    amounts: amountsThatCount(now.amounts) === amounts ? now.amounts : amounts,
  });
  const settings = read.success ? read.data : now;
  const names = settingsSchema.keyof().options.filter((name) => toText(settings[name]) !== toText(now[name]));
  const changed = names.map((name) => ({ name, written: toText(settings[name]), now: toText(now[name]) }));
  return {
    settings,
    changed,
    areSame: changed.length === 0 && (told.settings !== undefined || told.settingsHash === hashSettings(now)),
  };
}

/** @param today of then, where figures depend on it */
export function asThen(workspace: Workspace, settings: Settings, today: string | undefined): Workspace {
  return {
    ...workspace,
    get snapshot() {
      return workspace.snapshot;
    },
    zone: settings.zone,
    settings: () => settings,
    ...(today !== undefined && { today: () => today }),
  };
}

function toText(value: Settings[keyof Settings]): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
