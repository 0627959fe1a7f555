/** What a column's cells are made of, as data: so the store can make them by itself, many times as fast as line by line. */
export type CellSource =
  /** @property zone of local times; undefined: instants stay in UTC */
  | { readonly of: 'property'; readonly name: string; readonly zone?: string | undefined }
  | { readonly of: 'owner-name' | 'object-name' | 'object-client' }
  /** Logged hours, or the minutes they are printed from as h:mm. */
  | { readonly of: 'hours' | 'minutes' }
  /** A property of hours, as the minutes it is printed from as h:mm. */
  | { readonly of: 'clock'; readonly name: string }
  /** The first of these amounts that a record has; one that could not be read is not replaced by the next. @property from full names */
  | { readonly of: 'counted'; readonly from: readonly string[] }
  /** The currency of the record's object. @property otherwise of records whose object has none */
  | { readonly of: 'currency'; readonly otherwise: string | null }
  /** What of these properties could not be read. */
  | { readonly of: 'unreadable'; readonly read: readonly string[] };
