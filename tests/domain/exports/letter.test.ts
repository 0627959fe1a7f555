import { expect, it } from 'vitest';
import { toLetter } from '#domain/exports/letter.ts';
import { defaultSettings } from '#domain/settings.ts';

const asked = {
  settings: { ...defaultSettings, zone: 'Europe/Berlin' },
  client: 'Müller & Söhne',
  title: undefined,
  period: { text: 'October 2026', span: '2026-10' },
  asOf: '2026-10-31T23:30:00.000Z',
  locale: 'de-DE',
};

it('is whole without any setting, and has its day in the form and zone of its reader', () => {
  expect(toLetter(asked)).toEqual({
    heading: 'Activity statement',
    sender: null,
    receiver: { name: 'Müller & Söhne', lines: [] },
    number: 'Müller-Söhne-2026-10',
    facts: [
      { label: 'Number', text: 'Müller-Söhne-2026-10' },
      { label: 'Period', text: 'October 2026' },
      { label: 'Records as of', text: '01.11.2026, 00:30 (Europe/Berlin)' },
    ],
  });
  expect(toLetter({ ...asked, locale: 'en-US' }).facts.at(-1)?.text).toBe('Nov 1, 2026, 00:30 (Europe/Berlin)');
});

it('has what is set for the sender and for this client', () => {
  const profile = { client: 'müller & söhne', rates: false, format: null, names: null };
  const settings = {
    ...asked.settings,
    senderName: 'Firm',
    senderAddress: 'Street 1\nTown',
    statementNumber: '{reference}/{period}',
    clientProfiles: [{ ...profile, address: 'Gasse 2\n1010 Wien', orderNumber: 'PO-7', reference: '$&' }],
  };
  expect(toLetter({ ...asked, settings })).toMatchObject({
    sender: { name: 'Firm', lines: ['Street 1', 'Town'], logo: null },
    receiver: { lines: ['Gasse 2', '1010 Wien'] },
    number: '$&/2026-10',
    facts: [{}, {}, { label: 'Your order', text: 'PO-7' }, { label: 'Our reference', text: '$&' }, {}],
  });
});
