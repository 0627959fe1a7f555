/** Answers held to the OpenAPI document by a validator (Ajv) that knows nothing of the service's schemas. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { createDocument } from '#service/openapi.ts';
import type { Answered, Asked } from './deviations/deviation.ts';

export const document = JSON.parse(JSON.stringify(createDocument('https://timelogs.example.com'))) as ReturnType<
  typeof createDocument
>;
const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: false, allowUnionTypes: true });
formats.default(ajv);
ajv.addVocabulary(['openapi', 'info', 'servers', 'security', 'components', 'paths']);
ajv.addSchema(document, 'document');

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly headers?: Readonly<Record<string, { readonly $ref: string }>> }>
  >;
}

/** @returns whether the document is about such requests: unknown addresses and methods are not its matter. */
export function isDocumented({ method, target }: Asked): boolean {
  return findOperation(method, target) !== undefined;
}

function findOperation(method: string, target: string): Operation | undefined {
  const path = target.split('?')[0] ?? '';
  return (document.paths as Record<string, Record<string, Operation>>)[path]?.[method.toLowerCase()];
}

/** @returns what the document does not allow; undefined where it allows all. */
export function findFlaw(asked: Asked, { status, headers, body }: Answered): string | undefined {
  const path = asked.target.split('?')[0] ?? '';
  const found = findOperation(asked.method, asked.target);
  if (!found) return undefined;
  const key = [String(status), `${Math.floor(status / 100)}XX`].find((each) => each in found.responses);
  if (key === undefined) return `${asked.method} ${path}: ${status} is not in the document`;
  if (!String(headers['content-type']).startsWith('application/json')) return `${path}: ${headers['content-type']}`;
  for (const [name, { $ref }] of Object.entries(found.responses[key]?.headers ?? {})) {
    const flaw = headers[name] === undefined ? undefined : findFlawAt(`${$ref.slice(1)}/schema`, headers[name]);
    if (flaw !== undefined) return `${asked.method} ${path} ${status}: ${name} ${flaw}`;
  }
  const place = ['paths', path, asked.method.toLowerCase(), 'responses', key, 'content', 'application/json', 'schema'];
  const pointer = place.map((each) => each.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const flaw = findFlawAt(`/${pointer}`, body);
  return flaw === undefined ? undefined : `${asked.method} ${path} ${status}: ${flaw}`;
}

function findFlawAt(pointer: string, value: unknown): string | undefined {
  const validate = ajv.getSchema(`document#${pointer}`);
  if (!validate) return `no schema at ${pointer}`;
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}
