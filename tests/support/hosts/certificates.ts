/** Real certificates of this computer, made by openssl, told apart by their names. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

/** @param folder must exist. @param name of the holder and, with `.crt` and `.key`, of the files */
export function makeCertificate(folder: string, name: string): CertificateFiles {
  const files = { certificate: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) };
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1,IP:127.0.77.33'];
  execFileSync('openssl', ['req', ...kind, ...names, '-keyout', files.key, '-out', files.certificate], {
    stdio: 'ignore',
  });
  return files;
}
