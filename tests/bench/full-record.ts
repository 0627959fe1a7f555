/** Records with every declared property set, told apart by a serial number. */
import { declaredProperties, type PropertyType } from '#domain/properties.ts';
import type { TimeLogRecord, Value } from '#domain/record.ts';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2020, 0, 1);

const valueOf: Readonly<Record<PropertyType, (serial: number, at: number) => Value>> = {
  string: (serial, at) => `Work on item ${(serial * 7919 + at * 104_729) % 65_537} for client ${serial % 331}`,
  enumeration: (serial, at) => `choice-${(serial + at) % 9}`,
  boolean: (serial, at) => (serial + at) % 3 === 0,
  number: (serial, at) => BigInt((serial * 31 + at * 17) % 100_000) * 1_000_000n,
  date: (serial) => new Date(START + Math.floor(serial / 500) * 24 * HOUR_MS).toISOString().slice(0, 10),
  datetime: (serial) => START + serial * 60_000,
};

export function fullRecord(serial: number): TimeLogRecord {
  const month = new Date(START + Math.floor(serial / 500) * 24 * HOUR_MS).toISOString().slice(0, 7);
  return {
    id: String(10_000_000 + serial),
    createdAt: START + serial * 60_000,
    updatedAt: START + serial * 60_000 + HOUR_MS,
    archived: false,
    values: new Map(
      declaredProperties.map(({ name, type }, at) => [
        name,
        name.endsWith('month_year') ? `${month}-01` : valueOf[type](serial, at),
      ]),
    ),
    anomalies: new Map(),
    rounded: new Map(),
    extra: new Map(),
  };
}
