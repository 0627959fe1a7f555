/** `node service/print-openapi.ts https://timelogs.example.com` prints the OpenAPI document for a service at this address. */
import { createDocument } from './openapi.ts';

process.stdout.write(`${JSON.stringify(createDocument(process.argv[2] ?? 'http://127.0.0.1'), null, 2)}\n`);
