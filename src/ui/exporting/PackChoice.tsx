/** Chooses between one file and a pack with a file for each client or person, and the form of the pack. */
import { Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { packForms, packKeys, type PackForm, type PackKey } from '#contract/exports.ts';
import { exportingTexts } from '#texts/screens/exporting.ts';
import { appInfo } from '../data/queries.ts';
import classes from './ExportDialog.module.css';

const texts = exportingTexts.pack;
const ONE = 'one';

export interface Pack {
  readonly by: PackKey;
  readonly as: PackForm;
}

export interface PackChoiceProps {
  /** Undefined for a single file. */
  readonly pack: Pack | undefined;
  /** Whether there are no records. */
  readonly isEmpty: boolean;
  readonly onChange: (pack: Pack | undefined) => void;
}

export function PackChoice({ pack, isEmpty, onChange }: PackChoiceProps) {
  const { data: app } = useQuery(appInfo);
  const choose = (value: string) => {
    const by = packKeys.find((key) => key === value);
    onChange(by && { by, as: pack?.as ?? 'zip' });
  };
  return (
    <>
      <Radio.Group label={texts.label} value={pack?.by ?? ONE} onChange={choose}>
        <div className={classes.formats}>
          <Radio value={ONE} label={texts.one} size="xs" />
          {packKeys.map((packKey) => (
            <Radio
              key={packKey}
              value={packKey}
              disabled={isEmpty}
              label={packKey === 'client' ? texts.client : texts.person}
              size="xs"
              data-testid={`export-pack-${packKey}`}
            />
          ))}
        </div>
      </Radio.Group>
      {/* A browser can save only a single file. */}
      {pack && app?.host === 'desktop' && (
        <Radio.Group
          label={texts.as.label}
          value={pack.as}
          onChange={(value) => onChange({ ...pack, as: packForms.find((form) => form === value) ?? 'zip' })}
        >
          <div className={classes.formats}>
            {packForms.map((form) => (
              <Radio key={form} value={form} label={texts.as[form]} size="xs" data-testid={`export-pack-as-${form}`} />
            ))}
          </div>
        </Radio.Group>
      )}
      {pack && <p className="quiet">{texts.namesAll}</p>}
    </>
  );
}
