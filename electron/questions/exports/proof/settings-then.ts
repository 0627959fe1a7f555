/** The workspace with the settings a file was written under: what was chosen since must not look like other records. */
import type { SettingThen } from '../../../../src/contract/file-answer.ts';
import { amountsThatCount } from '../../../../src/domain/reports/definition/counted.ts';
import { settingsSchema, type Settings } from '../../../../src/domain/settings.ts';
import type { SealedManifest } from '../../../exports/verify/capsule-file.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { hashSettings } from '../manifest.ts';

interface SettingsThen {
  /** Those of the file where it tells them, today's where not. */
  readonly settings: Settings;
  /** Those that are others today. */
  readonly changed: SettingThen[];
}

type Told = Pick<SealedManifest, 'zone' | 'amounts' | 'footing' | 'digits' | 'settings' | 'settingsHash'>;

export function readSettingsThen(manifest: Told, now: Settings): SettingsThen {
  const { zone, amounts, footing, digits } = manifest;
  const read = settingsSchema.safeParse({
    ...now,
    ...manifest.settings,
    zone,
    footing,
    hoursDigits: digits.hours,
    moneyDigits: digits.money,
    amounts: amountsThatCount(now.amounts) === amounts ? now.amounts : amounts,
  });
  const told = read.success ? read.data : now;
  // Not chosen and recorded are the same figures: the hash tells which it was.
  const sameFigures = [told, { ...told, amounts }, { ...told, amounts: null }];
  const settings = sameFigures.find((each) => hashSettings(each) === manifest.settingsHash) ?? told;
  const names = settingsSchema.keyof().options.filter((name) => toText(settings[name]) !== toText(now[name]));
  const changed = names.map((name) => ({ name, written: toText(settings[name]), now: toText(now[name]) }));
  return { settings, changed };
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
