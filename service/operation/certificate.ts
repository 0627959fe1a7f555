/** The service's own certificate and key: read from files, and read again when they change, without a restart. */
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { certificateTexts as texts } from '#service-texts/operation.ts';
import { describeCall } from '../log/fault-text.ts';
import type { Log } from '../log/log.ts';

export interface CertificateFiles {
  /** PEM: the certificate, followed by those between it and the root. */
  readonly certificate: string;
  readonly key: string;
}

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** The message says what is wrong and what to do; it quotes neither file. */
export class CertificateUnfit extends Error {
  override name = 'CertificateUnfit';
}

/** @throws CertificateUnfit */
export async function readCertificate({ certificate, key }: CertificateFiles): Promise<Certificate> {
  const read = { cert: await readPem(certificate), key: await readPem(key) };
  let belongs: boolean;
  try {
    belongs = new X509Certificate(read.cert).checkPrivateKey(createPrivateKey(read.key));
    if (belongs) createSecureContext(read);
  } catch (fault) {
    throw new CertificateUnfit(texts.unreadable(certificate, key), { cause: fault });
  }
  if (!belongs) throw new CertificateUnfit(texts.noPair(certificate, key));
  return read;
}

async function readPem(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((fault: unknown) => {
    throw new CertificateUnfit(texts.noFile(path, describeCall(fault)), { cause: fault });
  });
}

/** Files replaced through links are seen too: what they lead to is looked at. */
const LOOK_MILLISECONDS = 1_000;

export interface CertificateWatch {
  readonly files: CertificateFiles;
  readonly log: Log;
  readonly renew: (certificate: Certificate) => void;
  readonly lookMilliseconds?: number | undefined;
}

/**
 * The old pair serves on until both new files are there and fit.
 * @param served what the server began with: a change since it was read is seen too
 * @returns ends the watch
 */
export function watchCertificate(
  { files, log, renew, lookMilliseconds = LOOK_MILLISECONDS }: CertificateWatch,
  served: Certificate,
): () => void {
  let said = toText(served);
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const certificate = await readCertificate(files);
      if (said === toText(certificate)) return;
      said = toText(certificate);
      renew(certificate);
      log.write('certificate', { level: 'info', renewed: true });
    } catch (fault) {
      const cause = fault instanceof CertificateUnfit ? fault.message : describeCall(fault);
      if (said !== cause) log.write('certificate', { level: 'error', renewed: false, cause });
      said = cause;
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), lookMilliseconds).unref();
  return () => clearInterval(timer);
}

const toText = ({ cert, key }: Certificate) => `${cert}\n${key}`;
