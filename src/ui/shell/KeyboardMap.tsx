/** Every key that does something, by where it works: opened by “?” anywhere but in a text field. */
import { Modal } from '@mantine/core';
import { useEffect } from 'react';
import { keyboardTexts as texts } from '#texts/screens/shell/keyboard.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { isInOverlay, isTyping } from '../keyboard/typing.ts';
import { useKeyboardMap } from './keyboard-map.ts';
import classes from './KeyboardMap.module.css';

export function KeyboardMap() {
  const { isOpen, setOpen } = useKeyboardMap();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || isInOverlay(event.target)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [setOpen]);
  return (
    <Modal
      opened={isOpen}
      onClose={() => setOpen(false)}
      title={texts.title}
      size={760}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
    >
      <div className={classes.groups} data-testid="keyboard-map">
        {texts.groups.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3 className={classes.title}>{title}</h3>
            <dl className={classes.keys}>
              {keys.map(({ press, does }) => (
                <div key={does} className={classes.line}>
                  <dt>
                    {press.map((key) => (
                      <kbd key={key} className={classes.key}>
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
