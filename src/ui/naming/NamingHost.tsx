/** Opens the dialog that names an id: by a click on a bare id anywhere, or by N on its line. */
import { useEffect, useState } from 'react';
import { isInOverlay, isTyping } from '../keyboard/typing.ts';
import { BARE_SELECTOR, readBareId, type BareId } from './bare-id.ts';
import { NameDialog } from './NameDialog.tsx';

export function NamingHost() {
  const [named, setNamed] = useState<BareId>();
  useEffect(() => {
    const open = (event: Event, element: Element | null | undefined) => {
      const bare = readBareId(element);
      if (!bare) return;
      event.preventDefault();
      // Its row would open otherwise, or its link lead away.
      event.stopPropagation();
      setNamed(bare);
    };
    const click = (event: MouseEvent) => {
      const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
      if (isPlain && event.target instanceof Element) open(event, event.target.closest(BARE_SELECTOR));
    };
    const press = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.key.toLowerCase() !== 'n' || !isPlain || isTyping(event.target) || isInOverlay(event.target)) return;
      open(event, findLine()?.querySelector(BARE_SELECTOR));
    };
    document.addEventListener('click', click, true);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('click', click, true);
      document.removeEventListener('keydown', press);
    };
  }, []);
  return named && <NameDialog key={`${named.kind}:${named.id}`} bare={named} onClose={() => setNamed(undefined)} />;
}

/** The line with the focus; a grid keeps the focus itself and points to its cell. */
function findLine(): Element | null | undefined {
  const focused = document.activeElement;
  const pointed = focused?.getAttribute('aria-activedescendant') ?? null;
  const cell = pointed === null ? focused : document.getElementById(pointed);
  return cell?.closest('tr, [role="row"]');
}
