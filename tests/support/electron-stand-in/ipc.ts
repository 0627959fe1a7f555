/** `ipcMain`: handlers by channel, with Electron's wording when one is missing or throws. */
import { strict } from './strict.ts';

type InvokeHandler = (event: object, ...args: unknown[]) => unknown;

const handlers = new Map<string, InvokeHandler>();

export const ipcMain = strict('ipcMain', {
  handle(channel: string, handler: InvokeHandler): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },
  removeHandler(channel: string): void {
    handlers.delete(channel);
  },
});

export async function answerInvoke(
  channel: string,
  event: object,
  args: unknown[],
): Promise<{ value: unknown } | { error: string }> {
  const handler = handlers.get(channel);
  if (!handler) return { error: `Error invoking remote method '${channel}': No handler registered for '${channel}'` };
  try {
    return { value: await handler(event, ...args) };
  } catch (error) {
    return { error: `Error invoking remote method '${channel}': ${String(error)}` };
  }
}
