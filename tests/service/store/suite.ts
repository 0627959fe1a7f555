/** What every store must do, run on each of them: as itself, and as keys and quota of services that share it. */
import { expect, it, onTestFinished, type TestOptions } from 'vitest';
import { openKeys } from '#service/keys.ts';
import { openQuota } from '#service/quota.ts';
import type { KeyDraft, Store } from '#service/store.ts';

export interface Place {
  /** Opens the same store once more, as another process would. */
  open(): Promise<Store>;
  /** Sets the store's clock, from which it takes its day. */
  setTime(time: number): Promise<void>;
  /** As a backup does that was made before any key ended. */
  forgetEnds(): Promise<void>;
  /** @throws */
  changeTrail(): Promise<void>;
}

const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const DAY = 86_400_000;

let drafts = 0;
function draft(more: Partial<KeyDraft> = {}): KeyDraft {
  drafts += 1;
  return {
    digest: drafts.toString(16).padStart(64, '0'),
    label: `Key ${drafts}`,
    owner: 'Ada',
    lastCharacters: 'wxyz',
    ...more,
  };
}

/**
 * @param makePlace an empty store, removed when the test is finished.
 * @param above how to run what shows keys and quota of two services above the store, which waits for one of them to look again.
 */
export function holdToStore(makePlace: () => Promise<Place>, above: TestOptions = {}): void {
  async function open(): Promise<{ store: Store; place: Place }> {
    const place = await makePlace();
    await place.setTime(NOON);
    return { store: await openAt(place), place };
  }

  async function openAt(place: Place): Promise<Store> {
    const store = await place.open();
    onTestFinished(() => store.close());
    return store;
  }

  async function serviceAt(place: Place, dailyQuota = 1_000) {
    const store = await openAt(place);
    const keys = await openKeys(store, () => NOON);
    onTestFinished(() => keys.close());
    return { store, keys, quota: openQuota(store, () => NOON, dailyQuota) };
  }

  it('keeps keys with label, last characters, time and quota, and tells when they change', async () => {
    const { store } = await open();
    const empty = await store.readKeys();
    expect(empty?.keys).toEqual([]);
    const wanted = draft({ dailyQuota: 7 });
    const added = await store.addKey(wanted);
    expect(added).toEqual({ ...wanted, id: added.id, account: added.id, createdAt: NOON });
    const plain = await store.addKey(draft());
    const read = await store.readKeys(empty?.changes);
    expect(read?.keys).toEqual([added, plain]);
    expect(await store.readKeys(read?.changes)).toBeUndefined();
    expect(await store.setQuota(plain.id, 9)).toBe(true);
    expect(await store.setQuota(added.id, undefined)).toBe(true);
    expect(await store.deactivateKey(plain.id)).toBe(true);
    const { dailyQuota: _, ...unlimited } = added;
    const changed = await store.readKeys(read?.changes);
    expect(changed?.keys).toEqual([unlimited, { ...plain, dailyQuota: 9, deactivatedAt: NOON }]);
    const unknown = plain.id + 99;
    expect(await store.setQuota(unknown, 1)).toBe(false);
    expect(await store.deactivateKey(unknown)).toBe(false);
    expect(await store.readKeys(changed?.changes)).toBeUndefined();
  });

  it('makes a key that is added again valid, under its id', async () => {
    const { store } = await open();
    const wanted = draft();
    const { id } = await store.addKey(wanted);
    await store.deactivateKey(id);
    expect(await store.addKey({ ...wanted, dailyQuota: 3 })).toEqual({
      ...wanted,
      id,
      account: id,
      createdAt: NOON,
      dailyQuota: 3,
    });
  });

  it('replaces a key: the old one has an end, both share label, quota and count', async () => {
    const { store, place } = await open();
    const old = await store.addKey(draft({ dailyQuota: 5 }));
    const next = draft();
    const replaced = await store.replaceKey(old.id, next, 1_000);
    expect(replaced).toMatchObject({ account: old.id, label: old.label, dailyQuota: 5, digest: next.digest });
    expect((await store.readKeys())?.keys[0]).toEqual({ ...old, validUntil: NOON + 1_000 });
    await store.take(old.account, 5, 1);
    await store.take(replaced!.account, 5, 1);
    expect(await store.readUsed(old.id)).toBe(2);
    await store.setQuota(old.id, 50);
    expect((await store.readKeys())?.keys.map(({ dailyQuota }) => dailyQuota)).toEqual([50, 50]);
    expect(await store.replaceKey(old.id + 99, draft(), 1_000)).toBeUndefined();
    await place.setTime(NOON + 1_000);
    expect(await store.replaceKey(old.id, draft(), 1_000)).toBeUndefined();
    await store.deactivateKey(replaced!.id);
    expect(await store.replaceKey(replaced!.id, draft(), 1_000)).toBeUndefined();
  });

  it('replaces the key that replaced another: all three share label, quota and count of the first', async () => {
    const { store } = await open();
    const old = await store.addKey(draft({ dailyQuota: 5 }));
    const second = await store.replaceKey(old.id, draft(), 1_000);
    const third = await store.replaceKey(second!.id, draft(), 1_000);
    expect(third).toMatchObject({ account: old.id, label: old.label, dailyQuota: 5 });
    expect((await store.take(old.account, 5, 5)).granted).toBeGreaterThan(0);
    expect(await store.readUsed(third!.account)).toBe(await store.readUsed(old.id));
    expect((await store.listKeys()).map(({ account }) => account)).toEqual([old.id, old.id, old.id]);
    await store.setQuota(third!.id, 50);
    expect((await store.listKeys()).map(({ dailyQuota }) => dailyQuota)).toEqual([50, 50, 50]);
  });

  it('ends a key at once that is replaced again without grace, and gives it no more time by a longer one', async () => {
    const { store, place } = await open();
    const readEnd = async () => (await store.readKeys())?.keys[0]?.validUntil;
    const { id } = await store.addKey(draft());
    await store.replaceKey(id, draft(), 60_000);
    await store.replaceKey(id, draft(), 120_000);
    expect(await readEnd()).toBe(NOON + 60_000);
    await place.setTime(NOON + 10);
    await store.replaceKey(id, draft(), 0);
    expect(await readEnd()).toBe(NOON + 10);
    expect(await store.replaceKey(id, draft(), 60_000)).toBeUndefined();
  });

  it('keeps the time of the first deactivation, and ends both that and a grace time when the key is added again', async () => {
    const { store, place } = await open();
    const wanted = draft();
    const { id } = await store.addKey(wanted);
    await store.replaceKey(id, draft(), 1_000);
    await store.deactivateKey(id);
    await place.setTime(NOON + DAY);
    const { changes } = (await store.readKeys()) ?? {};
    expect(await store.deactivateKey(id)).toBe(true);
    expect((await store.readKeys())?.keys[0]).toMatchObject({ deactivatedAt: NOON, validUntil: NOON + 1_000 });
    expect(await store.addKey(wanted)).toEqual({ ...wanted, id, account: id, createdAt: NOON });
    expect((await store.readKeys(changes))?.keys[0]).toEqual({ ...wanted, id, account: id, createdAt: NOON });
  });

  it('lists when each key was last used, and how much of today is booked', async () => {
    const { store, place } = await open();
    const one = await store.addKey(draft());
    const two = await store.addKey(draft());
    await store.take(one.account, 10, 1);
    await store.noteUses([{ id: one.id, at: NOON - 5 }]);
    await store.noteUses([{ id: one.id, at: NOON - 9 }]);
    expect(await store.listKeys()).toEqual([
      { ...one, lastUsedAt: NOON - 5, usedToday: 1 },
      { ...two, usedToday: 0 },
    ]);
    await place.setTime(NOON + DAY);
    expect((await store.listKeys())[0]).toMatchObject({ lastUsedAt: NOON - 5, usedToday: 0 });
    await store.noteUses([one, two].map(({ id }, at) => ({ id, at: NOON + at })));
    expect((await store.listKeys()).map(({ lastUsedAt }) => lastUsedAt)).toEqual([NOON, NOON + 1]);
  });

  it('grants each day its quota and no more, and says when the day ends', async () => {
    const { store, place } = await open();
    const { account } = await store.addKey(draft());
    const resetsAt = Date.parse('2026-11-21T00:00:00.000Z');
    const taken = { granted: 1, day: '2026-11-20', resetsAt, remainingMilliseconds: resetsAt - NOON };
    for (const used of [1, 2, 3]) expect(await store.take(account, 3, 1)).toEqual({ ...taken, used });
    expect(await store.take(account, 3, 1)).toEqual({ ...taken, granted: 0, used: 3 });
    expect(await store.readUsed(account)).toBe(3);
    expect((await store.take(account, 4, 1)).granted).toBe(1);
    expect((await store.take(account, 0, 1)).granted).toBe(0);
    await place.setTime(resetsAt - 1);
    expect(await store.take(account, 4, 1)).toMatchObject({ granted: 0, remainingMilliseconds: 1 });
    await place.setTime(resetsAt);
    expect(await store.readUsed(account)).toBe(0);
    expect(await store.take(account, 4, 1)).toMatchObject({
      granted: 1,
      day: '2026-11-21',
      remainingMilliseconds: DAY,
    });
  });

  it('takes back what was not served, on its own day only', async () => {
    const { store, place } = await open();
    const { account } = await store.addKey(draft());
    const { day } = await store.take(account, 2, 1);
    await store.take(account, 2, 1);
    await store.giveBack(account, day, 1);
    expect(await store.readUsed(account)).toBe(1);
    // What was taken back already cannot be taken back again.
    await store.giveBack(account, day, 2);
    expect(await store.readUsed(account)).toBe(1);
    await place.setTime(NOON + DAY);
    await store.take(account, 2, 1);
    await store.giveBack(account, day, 1);
    expect(await store.readUsed(account)).toBe(1);
  });

  it('settles what is answered and refunds what could not be, each once and on its own day, and no more refunds a day than the quota', async () => {
    const { store, place } = await open();
    const { account } = await store.addKey(draft());
    const { day } = await store.take(account, 3, 1);
    await store.take(account, 3, 1);
    expect(await store.settle(account, day, 1)).toBe(true);
    await store.refund(account, day, 1);
    // Nothing is open any more: neither can be done again.
    expect(await store.settle(account, day, 1)).toBe(false);
    await store.refund(account, day, 1);
    expect(await store.readUsed(account)).toBe(1);
    for (let count = 0; count < 4; count += 1) {
      await store.take(account, 3, 1);
      await store.refund(account, day, 1);
    }
    // Of five refunds three were granted: the other two stay counted.
    expect(await store.readUsed(account)).toBe(3);
    expect((await store.take(account, 3, 1)).granted).toBe(0);
    await place.setTime(NOON + DAY);
    await store.refund(account, day, 1);
    expect(await store.readUsed(account)).toBe(0);
  });

  it('keeps a trail of what was done to keys that a backup from before does not undo', async () => {
    const { store, place } = await open();
    const old = await store.addKey(draft({ validUntil: NOON + DAY, dailyQuota: 4 }));
    const next = await store.replaceKey(old.id, draft(), 1_000);
    await store.setQuota(next!.id, 9);
    await store.deactivateKey(next!.id);
    const trail = await store.readTrail();
    // What is done to two keys at once has no order between them.
    const actionsOf = (id: number) => trail.filter(({ key }) => key === id).map(({ action }) => action);
    expect(actionsOf(old.id)).toEqual(['issued', 'rotated', 'quota']);
    expect(actionsOf(next!.id)).toEqual(['issued', 'quota', 'deactivated']);
    const { label, owner } = old;
    const doing = { at: NOON, actor: 'service', action: 'rotated', key: old.id, label, owner } as const;
    expect(trail).toContainEqual({ ...doing, dailyQuota: 4, validUntil: NOON + 1_000 });
    await place.forgetEnds();
    const [first, second] = (await (await openAt(place)).readKeys())?.keys ?? [];
    expect([first?.deactivatedAt, first?.validUntil]).toEqual([undefined, NOON + 1_000]);
    expect([second?.deactivatedAt, second?.validUntil]).toEqual([undefined, NOON]);
    await expect(place.changeTrail()).rejects.toThrow(/only added to/);
  });

  it('never grants more to two that take at once', async () => {
    const { store, place } = await open();
    const other = await openAt(place);
    const { account } = await store.addKey(draft());
    const takes = Array.from({ length: 60 }, (_, n) => (n % 2 ? store : other).take(account, 150, 1 + (n % 7)));
    const granted = (await Promise.all(takes)).map((taken) => taken.granted);
    let sum = granted.reduce((all, each) => all + each, 0);
    expect(sum).toBeLessThanOrEqual(150);
    while ((await other.take(account, 150, 1)).granted === 1) sum += 1;
    expect(sum).toBe(150);
    expect(await store.readUsed(account)).toBe(150);
  });

  it('serves exactly the quota over two services, as keys of both', above, async () => {
    const { place } = await open();
    const services = [await serviceAt(place, 230), await serviceAt(place, 230)];
    const { key } = await services[0]!.keys.issue();
    await expect.poll(() => services[1]!.keys.find(key)).toMatchObject({ active: true });
    let served = 0;
    for (let round = 0; round < 5; round += 1) {
      const booked = services.flatMap(({ keys, quota }) =>
        Array.from({ length: 30 }, async () => (await quota.book(keys.find(key)!)).granted),
      );
      served += (await Promise.all(booked)).filter(Boolean).length;
    }
    expect(served).toBe(230);
  });

  it('hands back what it booked ahead, when it closes and when it is idle', above, async () => {
    const { place } = await open();
    for (const how of ['closed', 'idle']) {
      const { store, keys, quota } = await serviceAt(place);
      const { key } = await keys.issue();
      const known = keys.find(key)!;
      for (let count = 0; count < 5; count += 1) await quota.book(known);
      if (how === 'closed') await quota.close();
      await expect.poll(() => store.readUsed(known.account)).toBe(5);
    }
  });

  it('follows another process: issued, deactivated, rotated, its quota', above, async () => {
    const { place } = await open();
    const here = await serviceAt(place);
    const there = await serviceAt(place);
    const { key, id } = await there.keys.issue({ label: 'Payroll' });
    await expect.poll(() => here.keys.find(key)?.active).toBe(true);
    await there.keys.setQuota(id, 12);
    await expect.poll(() => here.keys.find(key)?.dailyQuota).toBe(12);
    const rotated = await there.keys.rotate(id, 60_000);
    await expect.poll(() => here.keys.find(rotated!.key)?.active).toBe(true);
    expect(here.keys.find(key)).toMatchObject({ active: true, account: rotated!.account });
    await there.keys.deactivate(id);
    await expect.poll(() => here.keys.find(key)?.active).toBe(false);
    expect(here.keys.find(rotated!.key)).toMatchObject({ active: true, dailyQuota: 12 });
  });

  it('remembers when a key was used', async () => {
    const { place } = await open();
    const { store, keys, quota } = await serviceAt(place);
    const { key } = await keys.issue();
    await quota.book(keys.find(key)!);
    await quota.close();
    expect(await store.listKeys()).toMatchObject([{ lastUsedAt: NOON, usedToday: 1 }]);
  });
}
