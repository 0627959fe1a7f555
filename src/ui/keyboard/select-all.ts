/** A number is typed anew, not added to: its field selects what it holds when it takes the focus, by keyboard and by mouse. */
import type { FocusEvent, MouseEvent } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement;

export const replacedWhenTyped = {
  onFocus: ({ currentTarget }: FocusEvent<Field>) => currentTarget.select(),
  // A press of the mouse puts the caret somewhere after the focus; what is selected by dragging stays.
  onClick: ({ currentTarget, detail }: MouseEvent<Field>) => {
    const isCaret = currentTarget.selectionStart === currentTarget.selectionEnd;
    if (isCaret && detail === 1 && currentTarget.dataset['clicked'] === undefined) currentTarget.select();
    currentTarget.dataset['clicked'] = 'true';
  },
  onBlur: ({ currentTarget }: FocusEvent<Field>) => {
    delete currentTarget.dataset['clicked'];
  },
} as const;
