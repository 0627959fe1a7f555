/** Reads a workbook in a thread, so that no file can stop the program. */
import { parentPort, workerData } from 'node:worker_threads';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import readSheets from 'read-excel-file/universal';
import { readWorkbook } from '#domain/workbook.ts';

const packages = { unzip: unzipSync, zip: zipSync, toText: strFromU8, toBytes: strToU8, readSheets };
if (workerData instanceof Uint8Array) parentPort?.postMessage(await readWorkbook(workerData, packages), []);
