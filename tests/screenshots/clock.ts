/** Loaded before the host: its clock starts at the given moment, so that the times in pictures do not tell when they were taken. */
const RealDate = Date;
const shift = RealDate.parse(process.env['PICTURES_TAKEN_AT'] ?? '') - RealDate.now();
if (Number.isNaN(shift)) throw new Error('PICTURES_TAKEN_AT is no moment');

const now = () => RealDate.now() + shift;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: unknown[], newTarget) =>
    // oxlint-disable-next-line typescript/no-unsafe-return
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown)),
});
