/** Sets the logo for clients' files. It is read from a picture file and stored in the settings. */
import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import { findLogoKind, MAX_LOGO_BYTES, type Logo } from '#domain/exports/letterhead.ts';
import { settingsTexts } from '#texts/screens/settings.ts';
import { count } from '#ui/format/figures-and-times.ts';
import classes from './SettingsScreen.module.css';
import { SettingRow, type FieldState, useSaveSetting } from '#ui/screens/settings/SettingRow.tsx';

const texts = settingsTexts.senderLogo;
const mediaTypes = { png: 'image/png', jpeg: 'image/jpeg', svg: 'image/svg+xml' } as const;
const toKilobytes = (bytes: number) => count(Math.ceil(bytes / 1000));
const toDataUrl = ({ kind, data }: Logo) => `data:${mediaTypes[kind]};base64,${data}`;

export function LogoSetting({ settings: { senderLogo } }: Pick<FieldState, 'settings'>) {
  const [fileProblem, setFileProblem] = useState<string>();
  const { save, problem } = useSaveSetting('senderLogo', texts.label, (logo) =>
    logo === null ? settingsTexts.unset : texts.set,
  );
  const choose = async (file: File) => {
    if (file.size > MAX_LOGO_BYTES)
      return setFileProblem(texts.tooLarge(toKilobytes(file.size), toKilobytes(MAX_LOGO_BYTES)));
    const logo = await readLogo(file);
    setFileProblem(logo ? undefined : texts.bad);
    if (logo) save(logo);
  };
  return (
    <SettingRow label={texts.label} help={texts.help(toKilobytes(MAX_LOGO_BYTES))} problem={fileProblem ?? problem}>
      <div className={classes.logo}>
        {senderLogo && <img src={toDataUrl(senderLogo)} alt={texts.logoPreview} />}
        <FileButton accept={Object.values(mediaTypes).join(',')} onChange={(file) => file && void choose(file)}>
          {(props) => (
            <Button size="xs" {...props}>
              {texts.choose}
            </Button>
          )}
        </FileButton>
        {senderLogo && (
          <Button size="xs" variant="subtle" onClick={() => save(null)}>
            {texts.remove}
          </Button>
        )}
      </div>
    </SettingRow>
  );
}

/** @returns undefined if the file is not a picture or the browser cannot draw it */
async function readLogo(file: File): Promise<Logo | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = findLogoKind(bytes);
  if (kind === undefined) return undefined;
  const logo = { kind, data: btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')) };
  const picture = new Image();
  picture.src = toDataUrl(logo);
  return picture.decode().then(
    () => logo,
    () => undefined,
  );
}
