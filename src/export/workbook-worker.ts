// Makes a workbook in a thread of its own, because it keeps a processor busy for seconds.
import { parentPort, workerData } from 'node:worker_threads';
import writeWorkbook from 'write-excel-file/node';
import { workbookSheets, type WorkbookOrder } from './timesheet-xlsx.ts';

const workbook = writeWorkbook(workbookSheets(workerData as WorkbookOrder), {
  fontFamily: 'Calibri',
  fontSize: 10,
});
parentPort?.postMessage(await workbook.toBuffer());
