/** The screens' addresses, for links between them. */
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import type { uiTexts } from '#texts/screens/ui.ts';

export type ScreenName = keyof (typeof uiTexts)['screens'];

export const paths: Readonly<Record<ScreenName | 'connect', string>> = {
  overview: '/',
  check: '/check',
  reports: '/reports',
  records: '/records',
  changes: '/changes',
  monthEnd: '/month-end',
  exports: '/exports',
  lookup: '/lookup',
  people: '/people',
  data: '/data',
  workspaces: '/workspaces',
  settings: '/settings',
  connect: '/connect',
};

/** The address of the former pins screen; it now opens the Overview at its pins. */
export const PINS_PATH = '/dashboard';

/** The parameter that names the form to open or focus: `service`, `key` or `file`. */
export const ENTER = 'enter';

/** The form to add a service. */
export const addressOfAdding = `${paths.workspaces}?${ENTER}=service`;
/** The form to open a saved workspace. */
export const addressOfFile = `${paths.workspaces}?${ENTER}=file`;
/** The field for the open workspace's key. */
export const addressOfKey = `${paths.workspaces}?${ENTER}=key`;

/** @param number of a sent file. @returns the address of the changes since it was sent */
export const toSentAddress = (number: number) => `${paths.changes}?file=${number}`;

export type SubjectKind = 'person' | 'client';

/** The page of one person or client has its id in its path: `/person/4711`. */
export const subjectPaths: Readonly<Record<SubjectKind, string>> = { person: '/person/:id', client: '/client/:id' };

/** @param search of a view, without its `?` */
export function toSubjectAddress(kind: SubjectKind, id: string, search = ''): string {
  const path = subjectPaths[kind].replace(':id', encodeURIComponent(id));
  return search === '' ? path : `${path}?${search}`;
}

/** @returns the page of the person or client with this property value or group key; undefined for other properties */
export function toNamedAddress(property: string | undefined, value: string | null | undefined, search = '') {
  const kind = property === OWNER_PROPERTY ? 'person' : property === CLIENT_PROPERTY ? 'client' : undefined;
  return kind && value != null ? toSubjectAddress(kind, value, search) : undefined;
}

/** Decodes the id here, because wouter does not decode escapes such as those of `&` and `/`. */
export function readSubjectId(kind: SubjectKind, path: string): string {
  const text = path.slice(`/${kind}/`.length).replace(/\/$/, '');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @returns undefined if the path is not the page of a person or client */
export function findSubjectKind(path: string): SubjectKind | undefined {
  return (['person', 'client'] as const).find((kind) => path.startsWith(`/${kind}/`));
}
