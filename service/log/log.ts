/** The log: one JSON object a line, made of named fields alone, so that no key, token or address of a caller can come along. */

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Log {
  write(event: string, fields: LogFields): void;
}

/** @param print gets each line without its end. */
export function createLog(print: ((line: string) => void) | undefined, now: () => number): Log {
  if (!print) return { write: () => undefined };
  return {
    write: (event, fields) => print(JSON.stringify({ time: new Date(now()).toISOString(), event, ...fields })),
  };
}
