/** What a check found: the verdict, and the answer to each question. */
import { IconAlertTriangle, IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import type { FileAnswer } from '#contract/file-answer.ts';
import { listFileParts, type AnswerPart } from '#contract/proof/file-lines.ts';
import { type PackAnswer, judgeAnswer, type Verdict } from '#contract/proof/verdict.ts';
import { listPackParts } from '#contract/proof/pack-lines.ts';
import { labelFormat } from '#domain/export-formats.ts';
import { writeMarked } from '#domain/locale-forms.ts';
import { checkFileTexts as texts } from '#texts/exports/check-file.ts';
import { Band } from '#ui/components/states/Band.tsx';
import { Fact, Facts } from '#ui/components/values/Facts.tsx';
import { useWorkspace } from '#ui/data/open-workspace.ts';
import { pageLocale } from '#ui/locale/forms.ts';
import { count } from '#ui/format/figures.ts';
import { timeText } from '#ui/format/times.ts';
import classes from './check.module.css';

const tones: Readonly<Record<Verdict, 'good' | 'bad' | 'warn'>> = {
  good: 'good',
  changed: 'bad',
  'wrongly-signed': 'bad',
  differs: 'warn',
  unknown: 'warn',
  stranger: 'warn',
  renamed: 'warn',
};
const verdictIcons = { good: IconCheck, bad: IconX, warn: IconAlertTriangle } as const;

export function CheckAnswer({ answer }: { readonly answer: FileAnswer | PackAnswer }) {
  const parts = 'pack' in answer ? listPackParts(answer) : listFileParts(answer);
  return (
    <div data-testid="check-answer">
      <VerdictLine verdict={judgeAnswer(answer)} />
      <ul className={classes.answers}>
        {parts.map((part) => (
          <Answer key={part.question} part={part} />
        ))}
      </ul>
      <AnswerFacts answer={answer} />
    </div>
  );
}

function VerdictLine({ verdict }: { readonly verdict: Verdict }) {
  const tone = tones[verdict];
  const Icon = verdictIcons[tone];
  const said = (
    <>
      <Icon size={16} stroke={2} aria-hidden />
      {texts.verdicts[verdict]}
    </>
  );
  return tone === 'warn' ? (
    <Band place="dialog">
      <strong className={classes.said}>{said}</strong>
    </Band>
  ) : (
    <output className={classes.verdict} data-tone={tone}>
      {said}
    </output>
  );
}

function Answer({ part: { holds, says, details } }: { readonly part: AnswerPart }) {
  const Icon = holds === null ? IconMinus : holds ? IconCheck : IconX;
  return (
    <li className={classes.answer} data-holds={holds ?? 'unknown'}>
      <Icon size={16} stroke={2} aria-hidden />
      <div>
        <p>{writeMarked(says, pageLocale())}</p>
        {details.map((line) => (
          <p key={line} className="quiet">
            {writeMarked(line, pageLocale())}
          </p>
        ))}
      </div>
    </li>
  );
}

function AnswerFacts({ answer }: { readonly answer: FileAnswer | PackAnswer }) {
  const { zone } = useWorkspace();
  const { asOf } = answer.again;
  return (
    <Facts labels="middle">
      {'pack' in answer ? (
        <>
          <Fact label={texts.facts.file}>{answer.pack}</Fact>
          <Fact label={texts.facts.files}>{count(answer.files.length)}</Fact>
        </>
      ) : (
        <>
          <Fact label={texts.facts.file}>{answer.file}</Fact>
          <Fact label={texts.facts.format}>{labelFormat(answer.format)}</Fact>
          <Fact label={texts.facts.sha256}>{answer.matches.sha256}</Fact>
        </>
      )}
      {asOf !== null && <Fact label={texts.facts.asOf}>{timeText(asOf, zone)}</Fact>}
    </Facts>
  );
}
