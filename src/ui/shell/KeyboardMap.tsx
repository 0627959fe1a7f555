/** Lists all keyboard shortcuts by where they work. */
import { Text } from '@mantine/core';
import { keyboardTexts as texts } from '#texts/screens/shell.ts';
import { Modal } from '../components/dialogs.tsx';
import classes from './Shell.module.css';

export function KeyboardMap({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={texts.title} size={760}>
      <div className={classes.groups} data-testid="keyboard-map">
        {texts.groups.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <Text component="h3" inherit mb="xs" fz="xs" fw={600} c="dimmed">
              {title}
            </Text>
            <dl>
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
