import { expect, it } from 'vitest';
import { printView } from '../../../../../electron/exports/formats/pdf/print-view.ts';
import { exportWords } from '../../../../../electron/questions/exports/words.ts';
import type { ExportColumn, Line } from '../../../../../src/domain/exports/model.ts';
import { exportOptionsSchema, settleOptions } from '../../../../../src/domain/exports/options.ts';
import { startSums } from '../../../../../src/domain/exports/sums.ts';

const column = (head: string, own: Partial<ExportColumn> = {}): ExportColumn => ({
  name: head.toLowerCase(),
  label: head,
  head,
  kind: 'text',
  digits: null,
  currency: null,
  adds: false,
  ...own,
});

async function write(lines: readonly Line[]): Promise<string> {
  const settled = settleOptions(exportOptionsSchema.parse({ format: 'pdf', signature: true }));
  if (!settled.ok) throw new Error(settled.problem);
  const columns = [column('Title'), column('Hours', { kind: 'hours', digits: 2, adds: true })];
  const sums = startSums(columns, undefined);
  sums.add(lines);
  async function* pieces() {
    yield lines;
  }
  let page = '';
  const head = { title: 'A <b> & co', period: 'October', seal: 'Complete', complete: true, client: 'Acme <Ltd>' };
  await printView.write(
    {
      head: { ...head, notes: ['2 records have no rate.'], sections: [] },
      options: settled.value,
      words: exportWords,
      columns,
      currencyAt: undefined,
      lines: pieces(),
      lineCount: lines.length,
      outline: null,
      sums: () => sums.result(),
      facts: () => ({}),
    },
    {
      write: async (content) => void (page += String(content)),
      scratch: () => Promise.reject(new Error('A page needs no folder')),
    },
  );
  return page;
}

it('holds every line and the total, notes and places to sign, and no text becomes markup', async () => {
  const lines = Array.from({ length: 300 }, (_, at): Line => [`<script>${at}</script>`, '1.5']);
  const page = await write(lines);
  for (let at = 0; at < 300; at += 1) expect(page).toContain(`<td>&lt;script&gt;${at}&lt;/script&gt;</td>`);
  expect(page).toContain('<td class="figure">450.00</td>');
  expect(page).toContain('2 records have no rate.');
  expect(page).toContain('For the client: Acme &lt;Ltd&gt;');
  expect(page).toContain('A &lt;b&gt; &amp; co');
  expect(page).not.toContain('<script');
});
