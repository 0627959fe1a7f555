/** A record is opened at once only at a host that a person agreed to, which stays so; at any other it is asked first. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Output } from '#contract/api.ts';
import { defaultSettings } from '#domain/settings.ts';
import { appInfo, createQueryClient, preferences, settings } from '#ui/data/queries.ts';
import { CrmLink } from '#ui/naming/CrmLink.tsx';

function draw(host: Output<'app.info'>['host'], openedHosts: readonly string[], recordAddress: string | null): string {
  const client = createQueryClient();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the program only what is asked here
  client.setQueryData(appInfo.queryKey, { host } as Output<'app.info'>);
  client.setQueryData(preferences.queryKey, { colorScheme: 'auto', columns: null, openedHosts: [...openedHosts] });
  client.setQueryData(settings.queryKey, { ...defaultSettings, zone: 'UTC', recordAddress });
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <CrmLink id="7" />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const address = 'https://crm.example/records/{id}';
const opened = ['crm.example'];

test('a browser follows the link to the host that was agreed to, the desktop has the program open it', () => {
  const link = draw('browser', opened, address);
  expect(link).toContain('href="https://crm.example/records/7" target="_blank" rel="noreferrer noopener"');
  expect(link).not.toContain('aria-haspopup');
  const button = draw('desktop', opened, address);
  expect(button).toMatch(/^<style.*<button|^<button/s);
  expect(button).not.toMatch(/href|aria-haspopup/);
});

test('any other host is asked about first, and its name is said before', () => {
  for (const html of [draw('browser', [], address), draw('desktop', ['example'], address)]) {
    expect(html).toContain('aria-haspopup="dialog"');
    expect(html).toContain('title="Open in CRM (crm.example)"');
    expect(html).not.toContain('href=');
  }
});

test('without an address there is no link', () => {
  expect(draw('browser', opened, null)).not.toMatch(/<a|<button/);
});
