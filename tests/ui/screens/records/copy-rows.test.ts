/** Which records are read for the clipboard, and what is said of it: over the typed client, from a program that holds a thousand records. */
import { notifications, notificationsStore } from '@mantine/notifications';
import { beforeEach, expect, it, vi } from 'vitest';
import { recordsSelectionTexts as texts } from '#texts/screens/record-columns.ts';
import { requireProperty } from '#domain/properties.ts';
import { setTransport } from '#ui/data/client.ts';
import { copyRows } from '#ui/screens/records/copy-rows.ts';

const RECORDS = 1_203;
const columns = ['title', 'category_text', 'service_name'].map(requireProperty);
const [, category] = columns.map(({ name }) => name);

interface Page {
  readonly offset: number;
  readonly limit: number;
  readonly columns: readonly string[];
  readonly query: string;
}
let pages: Page[];
let written: string[];
/** What the browser says of the clipboard; undefined: it takes everything. */
let refusal: Error | undefined;

beforeEach(() => {
  [pages, written, refusal] = [[], [], undefined];
  notifications.clean();
  vi.stubGlobal(
    'ClipboardItem',
    class {
      readonly types: Record<string, Promise<Blob>>;
      constructor(types: Record<string, Promise<Blob>>) {
        this.types = types;
        // A text that could not be read is never asked for.
        types['text/plain']?.catch(() => undefined);
      }
    },
  );
  vi.stubGlobal('navigator', {
    clipboard: {
      write: async ([item]: { types: Record<string, Promise<Blob>> }[]) => {
        if (refusal) throw refusal;
        written.push((await (await item?.types['text/plain'])?.text()) ?? '');
      },
    },
  });
  setTransport({
    async call(method, input) {
      if (method !== 'records.page') throw new Error(method);
      const page = input as Page;
      pages.push(page);
      const rows = Array.from({ length: Math.max(0, Math.min(page.limit, RECORDS - page.offset)) }, (_, at) => ({
        id: String(page.offset + at),
        values: Object.fromEntries(page.columns.map((name) => [name, `${name.at(-1)}${page.offset + at}`])),
        unreadable: {},
      }));
      return { ok: true, value: { rows, total: RECORDS } };
    },
    subscribe: () => () => {},
  });
});

const copy = (firstRow: number, lastRow: number, firstColumn = 1, lastColumn = 1) =>
  copyRows(
    { firstRow, lastRow, firstColumn, lastColumn },
    { pageQuery: { query: 'audit' }, columns, nameOf: () => undefined, zone: 'UTC' },
  );
const said = () => notificationsStore.getState().notifications.map(({ message }) => message);
async function readCopied() {
  await expect.poll(said).toHaveLength(1);
  return written[0]?.trimEnd().split('\n').slice(1);
}
const spans = () => pages.map(({ offset, limit }) => [offset, limit]);

it('reads only the rows and columns that are selected', async () => {
  copy(40, 49);
  expect(await readCopied()).toEqual(Array.from({ length: 10 }, (_, at) => `t${40 + at}`));
  expect(pages).toEqual([{ query: 'audit', offset: 40, limit: 10, columns: [category] }]);
  expect(said()).toEqual([texts.copied('10')]);
});

it('reads many rows in portions that follow one another, the last of them what is left', async () => {
  copy(100, 1_100, 0, 2);
  const lines = await readCopied();
  expect(spans()).toEqual([
    [100, 500],
    [600, 500],
    [1_100, 1],
  ]);
  expect(lines).toHaveLength(1_001);
  expect([lines?.[499], lines?.[500], lines?.at(-1)]).toEqual([
    'e599\tt599\te599',
    'e600\tt600\te600',
    'e1100\tt1100\te1100',
  ]);
});

it('reads whole portions without an empty one behind them', async () => {
  copy(0, 999);
  expect(await readCopied()).toHaveLength(1_000);
  expect(spans()).toEqual([
    [0, 500],
    [500, 500],
  ]);
});

it('copies as many rows as a clipboard takes, and reads nothing of more', async () => {
  copy(0, 19_999);
  await readCopied();
  expect(pages).toHaveLength(40);
  notifications.clean();
  pages = [];
  copy(0, 20_000);
  expect([said(), pages]).toEqual([[texts.tooMany('20,000')], []]);
});

it('says that nothing was copied where the browser refuses, and what failed where the program did', async () => {
  refusal = new DOMException('not allowed', 'NotAllowedError');
  copy(0, 1);
  await readCopied();
  expect(said()).toEqual([texts.notCopied]);
  notifications.clean();
  setTransport({ call: () => Promise.reject(new Error('gone')), subscribe: () => () => {} });
  copy(0, 1);
  await readCopied();
  expect([texts.notCopied, texts.copied('2')]).not.toContain(said()[0]);
  expect(written).toEqual([]);
});
