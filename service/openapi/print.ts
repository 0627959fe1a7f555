/** `npm run openapi`: prints the OpenAPI document. An address follows as `-- https://timelogs.example.com`. */
import { createDocument } from './document.ts';

process.stdout.write(`${JSON.stringify(createDocument(process.argv[2] ?? 'http://127.0.0.1'), null, 2)}\n`);
