/** Certificates made for one campaign: a small authority, and certificates with one defect each. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificate {
  readonly key: string;
  /** The chain as the server sends it. */
  readonly cert: string;
}

interface Recipe {
  readonly names: string;
  readonly issuer?: string;
  readonly key?: readonly string[];
  readonly digest?: string;
  readonly start?: string;
  readonly end?: string;
  readonly extensions?: readonly string[];
  readonly subject?: string;
}

const HERE = 'IP:127.0.0.1,DNS:localhost';
const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
const [LONG_AGO, YEARS_AGO] = ['20200101000000Z', '20210101000000Z'];
const [SOON, LATER] = ['20900101000000Z', '20910101000000Z'];

/** Each has one defect and otherwise equals the accepted one. */
const recipes = {
  'an expired one': { names: HERE, start: LONG_AGO, end: YEARS_AGO },
  'one that is not valid yet': { names: HERE, start: SOON, end: LATER },
  'one of another host': { names: 'DNS:service.example' },
  'one of another address': { names: 'IP:127.0.0.2' },
  'one with a wildcard over numbers': { names: 'DNS:*.0.0.1' },
  'one whose name is not among its names': { names: 'DNS:service.example', subject: '/CN=127.0.0.1' },
  'one of an unknown authority': { names: HERE, issuer: 'other' },
  'one signed by a certificate that is no authority': { names: HERE, issuer: 'good' },
  'one for clients only': { names: HERE, extensions: ['extendedKeyUsage=clientAuth'] },
  'one with a short key': { names: HERE, key: ['-newkey', 'rsa:1024'] },
  'one with a broken digest': { names: HERE, digest: 'sha1' },
} as const satisfies Readonly<Record<string, Recipe>>;

export const wrongCertificates = ['a self-signed one', ...(Object.keys(recipes) as (keyof typeof recipes)[])] as const;
export type WrongCertificate = (typeof wrongCertificates)[number];

export interface Authority {
  /** Trusted while the campaign runs. */
  readonly root: string;
  readonly good: Certificate;
  wrong(kind: WrongCertificate): Certificate;
}

/** @param folder for keys and certificates; the caller removes it. @throws where there is no openssl. */
export function makeAuthority(folder: string): Authority {
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const made = new Map<string, Certificate>();

  const signItself = (name: string, subject: string, more: readonly string[] = []) =>
    openssl(
      'req',
      '-x509',
      ...CURVE,
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-subj',
      subject,
      '-days',
      '2',
      ...more,
    );

  const sign = (name: string, recipe: Recipe): Certificate => {
    const { names, issuer = 'root', key = CURVE, digest = 'sha256', extensions = [], subject = '/CN=leaf' } = recipe;
    openssl('req', ...key, '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', subject);
    writeFileSync(join(folder, 'leaf.ext'), [`subjectAltName=${names}`, ...extensions].join('\n'));
    const dates = recipe.start && recipe.end ? ['-startdate', recipe.start, '-enddate', recipe.end] : ['-days', '1'];
    const by = ['-cert', `${issuer}.pem`, '-keyfile', `${issuer}.key`, '-md', digest, ...dates];
    const files = ['-in', `${name}.csr`, '-out', `${name}.pem`, '-extfile', 'leaf.ext'];
    openssl('ca', '-batch', '-notext', '-config', 'ca.conf', ...by, ...files);
    const chain = issuer === 'good' ? read('good.pem') : '';
    return { key: read(`${name}.key`), cert: read(`${name}.pem`) + chain };
  };

  writeFileSync(join(folder, 'ca.conf'), configuration);
  writeFileSync(join(folder, 'index.txt'), '');
  writeFileSync(join(folder, 'serial'), '1000\n');
  signItself('root', '/CN=Authority of a campaign');
  signItself('other', '/CN=Authority unknown to all');
  const good = sign('good', { names: HERE });
  return {
    root: read('root.pem'),
    good,
    wrong(kind) {
      const known = made.get(kind);
      if (known) return known;
      const certificate = kind === 'a self-signed one' ? selfSigned() : sign(`wrong-${made.size}`, recipes[kind]);
      made.set(kind, certificate);
      return certificate;
    },
  };

  function selfSigned(): Certificate {
    signItself('self', '/CN=127.0.0.1', ['-addext', `subjectAltName=${HERE}`]);
    return { key: read('self.key'), cert: read('self.pem') };
  }
}

const configuration = `
[ca]
default_ca = here
[here]
database = index.txt
serial = serial
new_certs_dir = .
policy = any
unique_subject = no
[any]
commonName = supplied
`;
