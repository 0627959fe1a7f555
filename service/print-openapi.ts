/** `node service/print-openapi.ts` prints the OpenAPI document. An address follows: `https://timelogs.example.com`. */
import { createDocument } from './openapi.ts';

process.stdout.write(`${JSON.stringify(createDocument(process.argv[2] ?? 'http://127.0.0.1'), null, 2)}\n`);
