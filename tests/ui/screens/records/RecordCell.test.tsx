import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OWNER_PROPERTY, requireProperty } from '#domain/properties.ts';
import { defaultSettings } from '#domain/settings.ts';
import { RecordCell } from '#ui/screens/records/RecordCell.tsx';

test('a name leads to its page by its own letters, and the rest of its cell does not', () => {
  const cell = renderToStaticMarkup(
    <RecordCell
      property={requireProperty(OWNER_PROPERTY)}
      row={{ id: '1', values: { [OWNER_PROPERTY]: '7' }, unreadable: {} }}
      settings={{ ...defaultSettings, zone: 'UTC' }}
      nameOf={() => 'Ann'}
    />,
  );
  expect(cell).toMatch(/^<span class="[^"]*" title="Ann · 7"><span data-page="true">Ann<\/span><\/span>$/);
});
