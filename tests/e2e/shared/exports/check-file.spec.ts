/** A file that was exported is checked on the Exports screen: as it was written, and with one figure changed. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { manifestSchema } from '#contract/exports.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { tamperWithCell } from '#tests/support/exports/tampering.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import { answerDialogs } from '#tests/e2e/support/host-calls.ts';
import { goTo, look, lookAgain, themes, wear } from '#tests/e2e/support/look.ts';
import { expect, test, type HostInUse } from '#tests/e2e/support/test.ts';
import { runsAll } from '#tests/e2e/support/tier.ts';

/** @returns where the file is; its manifest is beside it */
async function exportInto(folder: string, host: HostInUse): Promise<string> {
  const { page, electron } = host;
  const path = join(folder, 'time-logs-2026-10-05.csv');
  await answerDialogs(host, path);
  const saved: Promise<void>[] = [];
  page.on('download', (download) => {
    const ending = download.suggestedFilename().endsWith('.manifest.json') ? '.manifest.json' : '';
    saved.push(download.saveAs(path + ending));
  });
  const written = await host.call('export.run', { period: '2026-10-05', format: 'csv' });
  expect(written.ok).toBe(true);
  if (!electron) await expect.poll(() => saved.length).toBe(2);
  await Promise.all(saved);
  return path;
}

/** By what each host asks with: the system's dialog, which means the one file here, or the page's own zone. */
async function choose({ page, electron }: HostInUse, paths: readonly string[]): Promise<void> {
  if (electron) return page.getByRole('button', { name: 'Choose file…' }).click();
  await page
    .getByTestId('check-zone')
    .locator('input[type=file]')
    .setInputFiles([...paths]);
}

/** As from the system's file manager; on the desktop files are chosen by its dialog alone. */
async function drop(host: HostInUse, paths: readonly string[]): Promise<void> {
  const { page, electron } = host;
  if (electron) return choose(host, paths);
  const files = paths.map((path) => ({ name: basename(path), text: readFileSync(path, 'utf8') }));
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, text } of dropped) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.getByTestId('check-zone').dispatchEvent('drop', { dataTransfer });
}

for (const theme of themes) {
  test(`an exported file is checked, and a changed figure named with its cell (${theme})`, async ({
    changing: host,
  }, info) => {
    const folder = mkdtempSync(join(tmpdir(), 'check-file-'));
    try {
      const { page, electron } = host;
      const path = await exportInto(folder, host);
      const manifest = `${path}.manifest.json`;
      await wear(page, theme);
      await goTo(page, '#/exports');
      await page.getByTestId('check-file').click();
      const dialog = page.getByRole('dialog');
      if (!electron && runsAll) {
        // Without its manifest it is known by its hash, which is shown where files are checked.
        await choose(host, [path]);
        await expect(dialog.getByText(/every byte is as this computer wrote it and remembers/)).toBeVisible();
        await expect(dialog.getByText(/^Sent: yes, it is number 1 of the files that left/)).toBeVisible();
        await lookAgain(page, `${info.project.name}-check-file-${theme}`);
        await dialog.getByRole('button', { name: 'Check another file…' }).click();
      }
      await choose(host, [path, manifest]);
      await expect(dialog.getByText('Matches its manifest, and the same when written again')).toBeVisible();
      await expect(dialog.getByText(/^Adds up: yes/)).toBeVisible();
      await lookAgain(page, `${info.project.name}-check-file-good-${theme}`);

      const read = manifestSchema.parse(JSON.parse(readFileSync(manifest, 'utf8')));
      const { text, line, difference } = tamperWithCell(readFileSync(path, 'utf8'), read, seeded(5));
      writeFileSync(path, text);
      await dialog.getByRole('button', { name: 'Check another file…' }).click();
      await drop(host, [path, manifest]);
      await expect(dialog.getByText('Changed: do not rely on it')).toBeVisible();
      const { found = '', expected = '' } =
        /differs here: line [\d,]+, .+: expected (?<expected>\S+), found (?<found>\S+)\.$/.exec(
          (await dialog.getByText(`differs here: line ${line.toLocaleString('en-US')}, `).textContent()) ?? '',
        )?.groups ?? {};
      expect(formatUnits(toUnits(found) - toUnits(expected))).toBe(difference);
      await look(page, `${info.project.name}-check-file-changed-${theme}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
