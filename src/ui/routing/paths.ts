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

/** The pins were once a screen of their own: its address still works, and opens the Overview at the pins. */
export const PINS_PATH = '/dashboard';

/** The parameter for the field that takes the focus when the screen opens, or for opening a saved file. */
export const ENTER = 'enter';

/** The form for another service. */
export const addressOfAdding = `${paths.workspaces}?${ENTER}=service`;
/** The form for a saved workspace. */
export const addressOfFile = `${paths.workspaces}?${ENTER}=file`;
/** The field for the open workspace's key. */
export const addressOfKey = `${paths.workspaces}?${ENTER}=key`;

/** @param number of a sent file. @returns the address of what changed since it was sent */
export const addressOfSent = (number: number) => `${paths.changes}?file=${number}`;

export type SubjectKind = 'person' | 'client';

/** The page of one person or client has its id in its path: `/person/4711`. */
export const subjectPaths: Readonly<Record<SubjectKind, string>> = { person: '/person/:id', client: '/client/:id' };

/** @param search of a view, without its `?` */
export function addressOfSubject(kind: SubjectKind, id: string, search = ''): string {
  const path = subjectPaths[kind].replace(':id', encodeURIComponent(id));
  return search === '' ? path : `${path}?${search}`;
}

/** @returns the page of the person or client that a value of a property or a key of a group names; undefined where it names none */
export function addressOfNamed(property: string | undefined, value: string | null | undefined, search = '') {
  const kind = property === OWNER_PROPERTY ? 'person' : property === CLIENT_PROPERTY ? 'client' : undefined;
  return kind && value != null ? addressOfSubject(kind, value, search) : undefined;
}

/** Decodes the id itself, because wouter leaves escapes such as those of `&` and `/` in a name. */
export function readSubjectId(kind: SubjectKind, path: string): string {
  const text = path.slice(`/${kind}/`.length).replace(/\/$/, '');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @returns undefined where the path is not the page of a person or client */
export function findSubjectKind(path: string): SubjectKind | undefined {
  return (['person', 'client'] as const).find((kind) => path.startsWith(`/${kind}/`));
}
