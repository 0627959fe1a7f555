/** Real certificates of this computer, made by openssl, told apart by their names. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import type { CertificateFiles } from '../../../service/operation/certificate.ts';

/** @param folder must exist. @param name of the holder and, with `.crt` and `.key`, of the files */
export function makeCertificate(folder: string, name: string): CertificateFiles {
  const files = { certificate: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) };
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', ['req', ...kind, ...names, '-keyout', files.key, '-out', files.certificate], {
    stdio: 'ignore',
  });
  return files;
}

/** A file takes the other's content in one step, as renewals do it. */
export function replaceFile(to: string, from: string): void {
  copyFileSync(from, `${to}.new`);
  renameSync(`${to}.new`, to);
}

/** @returns the holder's name of the certificate that is served there. */
export function readServedName(port: number, host = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host, rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.on('error', reject);
  });
}
