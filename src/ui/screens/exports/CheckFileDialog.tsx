/** Checks an exported file against its manifest, and by exporting it again. */
import { Alert, Button, FileButton, Group, Loader, Modal, Box } from '@mantine/core';
import { useEffect, useState, type DragEvent } from 'react';
import { Link } from 'wouter';
import { IconAlertTriangle, IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { checkFileTexts as texts } from '#texts/exports/check-file.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useFocusReturn } from '#ui/components/Disclosure.tsx';
import { subscribe, explainFailure } from '#ui/data/client.ts';
import { Writing } from '#ui/exporting/ExportDialog.tsx';
import { useFileCheck } from './use-file-check.ts';
import type { FileAnswer, HashAnswer } from '#contract/file-answer.ts';
import { listFileParts, listHashParts, type AnswerPart } from '#contract/proof/file-lines.ts';
import { type PackAnswer, isHashOnly, judgeAnswer, type Verdict } from '#contract/proof/verdict.ts';
import { listPackParts } from '#contract/proof/pack-lines.ts';
import { labelFormat } from '#domain/export-formats.ts';
import { writeMarked } from '#domain/locale-forms.ts';
import { Fact, Facts } from '#ui/components/values.tsx';
import { useWorkspace } from '#ui/data/queries.ts';
import { pageLocale } from '#ui/locale.ts';
import { toSentAddress } from '#ui/routing/paths.ts';
import { count, timeText } from '#ui/format/figures-and-times.ts';
import classes from './ExportsScreen.module.css';

export function CheckFileDialog({ onClose }: { readonly onClose: () => void }) {
  useFocusReturn();
  const check = useFileCheck();
  const { inPage, answer, isPending } = check;
  const failure = check.error ? explainFailure(check.error) : undefined;
  const problem =
    check.problem === undefined ? failure && `${failure.sentence} ${failure.action}` : `${check.problem}.`;
  return (
    <Modal opened onClose={onClose} title={texts.title} size={640}>
      {answer ? (
        <CheckAnswer answer={answer} onClose={onClose} />
      ) : (
        <>
          <p className="quiet">{texts.about}</p>
          {problem !== undefined && (
            <Alert mt="md" color="bad" role="alert">
              {problem}
            </Alert>
          )}
          {isPending ? (
            <Checking />
          ) : inPage ? (
            <FileZone onFiles={check.takeFiles} onRejected={check.reject} />
          ) : (
            <Box mt="md">{texts.manifestBeside}</Box>
          )}
        </>
      )}
      <Group justify="flex-end" gap="sm" mt={20}>
        {answer && (
          <Button mr="auto" onClick={check.reset}>
            {texts.another}
          </Button>
        )}
        {isPending ? (
          <Button onClick={check.cancel}>{uiTexts.cancel}</Button>
        ) : (
          <Button onClick={onClose}>{uiTexts.close}</Button>
        )}
        {!answer && inPage === false && (
          <Button variant="filled" onClick={check.chooseFile} loading={isPending}>
            {texts.chooseOne}
          </Button>
        )}
      </Group>
    </Modal>
  );
}

/** Checking the file itself takes moments; exporting it again shows progress. */
function Checking() {
  const [isWriting, setWriting] = useState(false);
  useEffect(() => subscribe('export.progress', () => setWriting(true)), []);
  return isWriting ? (
    <Writing total={0} />
  ) : (
    <Group component="output" gap="sm" wrap="nowrap" mt="lg">
      <Loader size="xs" aria-hidden /> {texts.checking}
    </Group>
  );
}

interface FileZoneProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** Called for a folder, which a page cannot read as a file. */
  readonly onRejected: (problem: string) => void;
}

function FileZone({ onFiles, onRejected }: FileZoneProps) {
  const [isOver, setOver] = useState(false);
  const take = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const folder = [...event.dataTransfer.items]
      .map((item) => item.webkitGetAsEntry())
      .find((entry) => entry?.isDirectory);
    if (folder) return onRejected(texts.noFolder(folder.name));
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onFiles(files);
  };
  return (
    <div
      className={classes.zone}
      data-over={isOver || undefined}
      data-testid="check-zone"
      // Otherwise the browser would open the dropped file.
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={take}
    >
      <p className="quiet">{texts.zone}</p>
      <FileButton multiple onChange={(files) => files.length > 0 && onFiles(files)}>
        {(props) => <Button {...props}>{texts.choose}</Button>}
      </FileButton>
    </div>
  );
}

const tones: Readonly<Record<Verdict, 'good' | 'bad' | 'warn'>> = {
  good: 'good',
  changed: 'bad',
  'wrongly-signed': 'bad',
  differs: 'warn',
  unknown: 'warn',
  stranger: 'warn',
  renamed: 'warn',
  'as-then': 'good',
  known: 'good',
  foreign: 'warn',
};
const verdictIcons = { good: IconCheck, bad: IconX, warn: IconAlertTriangle } as const;

interface CheckAnswerProps {
  readonly answer: FileAnswer | PackAnswer | HashAnswer;
  readonly onClose: () => void;
}

function CheckAnswer({ answer, onClose }: CheckAnswerProps) {
  const isHash = isHashOnly(answer);
  const parts = isHash ? listHashParts(answer) : 'pack' in answer ? listPackParts(answer) : listFileParts(answer);
  const sent = 'pack' in answer ? undefined : answer.sent;
  return (
    <div data-testid="check-answer">
      <VerdictLine verdict={judgeAnswer(answer)} />
      <ul className={classes.answers}>
        {parts.map((part) => (
          <Answer key={part.question} part={part} />
        ))}
      </ul>
      {sent?.counts && (
        <Button component={Link} href={toSentAddress(sent.file.number)} onClick={onClose} size="compact-sm" mb="sm">
          {texts.changed}
        </Button>
      )}
      {!isHash && <AnswerFacts answer={answer} />}
    </div>
  );
}

function VerdictLine({ verdict }: { readonly verdict: Verdict }) {
  const tone = tones[verdict];
  const Icon = verdictIcons[tone];
  return (
    <Alert color={tone}>
      <Group gap="sm" wrap="nowrap" fw={600}>
        <Icon color={`var(--${tone})`} size={16} stroke={2} aria-hidden />
        {texts.verdicts[verdict]}
      </Group>
    </Alert>
  );
}

function Answer({ part: { holds, sentence, details } }: { readonly part: AnswerPart }) {
  const Icon = holds === null ? IconMinus : holds ? IconCheck : IconX;
  return (
    <li className={classes.answer} data-holds={holds ?? 'unknown'}>
      <Icon size={16} stroke={2} aria-hidden />
      <div>
        <p>{writeMarked(sentence, pageLocale())}</p>
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
