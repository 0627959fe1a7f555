/** What parts of the page keep of names, without a page: a host that keeps what it is told, and the button of what is drawn. */
import { notificationsStore } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { isValidElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Directory } from '#domain/people/directory.ts';
import { setTransport } from '#ui/data/client.ts';
import { createQueryClient, names } from '#ui/data/queries.ts';

/** @returns the changes of names that the page asks for from now on */
export function listenToChanges(directory: Directory): readonly unknown[] {
  const kept: unknown[] = [];
  setTransport({
    call: async (method, input) => {
      if (method === 'names.keep') kept.push(input);
      return { ok: true, value: method === 'names.list' ? directory : {} };
    },
    subscribe: () => () => {},
  });
  return kept;
}

/** Draws a part once, over these names. @returns what the part said */
export function drawOnce<T>(directory: Directory, usePart: () => T): T {
  const said: T[] = [];
  const Probe = () => {
    said.push(usePart());
    return null;
  };
  const client = createQueryClient();
  client.setQueryData(names.queryKey, directory);
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Probe />
    </QueryClientProvider>,
  );
  const [first] = said;
  if (first === undefined) throw new Error('Nothing was drawn');
  return first;
}

interface Pressed {
  readonly onClick?: () => void;
  /** Of a notice, whose button calls it. */
  readonly onUndo?: () => void;
  readonly children?: ReactNode;
}

/** @returns what the first button inside of what is drawn does */
export function findPress(node: ReactNode): (() => void) | undefined {
  if (Array.isArray(node)) return node.map((each: ReactNode) => findPress(each)).find((press) => press !== undefined);
  if (!isValidElement<Pressed>(node)) return undefined;
  return node.props.onClick ?? node.props.onUndo ?? findPress(node.props.children);
}

export const findLatestNotice = (): ReactNode => notificationsStore.getState().notifications.at(-1)?.message;
