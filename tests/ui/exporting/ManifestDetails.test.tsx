/** What the dialogs tell of a finished file or pack. */
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { Manifest, PackManifest } from '#contract/exports.ts';
import { createQueryClient } from '#ui/data/queries.ts';
import { ManifestDetails, PackDetails, notifyWritten } from '#ui/exporting/ManifestDetails.tsx';

const render = (shown: ReactNode) =>
  renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={createQueryClient()}>{shown}</QueryClientProvider>
    </MantineProvider>,
  );

const shared = { records: 1, guarded: 0, unreadable: 0, complete: false, asOf: null, period: null, sha256: 'a' };
const file = { ...shared, of: 'records', file: 'a.csv', columns: [], heads: [], filter: [], query: '', notes: [] };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a manifest only what is told here
const manifest = { ...file, sums: {}, zone: 'UTC', currency: null, options: { rates: true } } as unknown as Manifest;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a pack only what is told here
const pack = { ...shared, files: [], whole: { of: 'records' } } as unknown as PackManifest;

test('a file tells the client whose profile it follows, and whether with rates; any other tells none', () => {
  const told = (given: Manifest) => render(<ManifestDetails manifest={given} zone="UTC" />);
  expect(told({ ...manifest, profiled: ['Acme'] })).toContain('Client file as set for Acme, with rates');
  const withoutRates = { ...manifest, options: { ...manifest.options, rates: false }, profiled: ['Acme'] };
  expect(told(withoutRates)).toContain('Client file as set for Acme, without rates');
  expect(told(manifest)).not.toContain('as set for');
});

test('a pack tells whose files follow a profile, the first of many by name', () => {
  const told = (given: PackManifest) => render(<PackDetails pack={given} zone="UTC" />);
  expect(told({ ...pack, profiled: ['Acme', 'Beta'] })).toContain('Client files as set for Acme, Beta<');
  const many = Array.from({ length: 14 }, (_, at) => `C${at}`);
  expect(told({ ...pack, profiled: many })).toMatch(/C10, C11 and 2 more</);
  expect(told(pack)).not.toContain('as set for');
});

test('the notice of a partial file stays with its details open; one of a complete file goes by itself, with them folded', () => {
  const show = vi.spyOn(notifications, 'show').mockReturnValue('');
  const said = (given: Manifest) => {
    notifyWritten(given, 'UTC');
    const [{ autoClose, message } = {}] = show.mock.lastCall ?? [];
    return { stays: autoClose === false, isOpen: render(message).includes('export-manifest') };
  };
  expect(said(manifest)).toEqual({ stays: true, isOpen: true });
  expect(said({ ...manifest, complete: true, asOf: '2026-11-20T12:00:00Z' })).toEqual({ stays: false, isOpen: false });
});
