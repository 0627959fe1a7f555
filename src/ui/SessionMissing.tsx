/** The page of a browser without a session: says which address to open. */
import { uiTexts } from '#texts/screens/ui.ts';
import classes from './SessionMissing.module.css';

export function SessionMissing() {
  const { title, sentence, action } = uiTexts.session.missing;
  return (
    <main className={classes.page}>
      <h1 className={classes.title}>{title}</h1>
      <p>{sentence}</p>
      <p>{action}</p>
    </main>
  );
}
