// GET /<account>/v4/exports/timesheets?month=2026-06&format=pdf: timesheets as a file, of the people whose timesheets the
// caller may read.
import { attachmentHeaders, openPatientStream } from '#engine/read/attachment.ts';
import type { Engine } from '#engine/engine.ts';
import { errorResponse } from '#engine/error-response.ts';
import {
  knownSender,
  NoCaller,
  parsedFor,
  tokenSender,
  type Sender,
  type ShownToken,
} from '#engine/read/find-caller.ts';
import { countOpenAnswer } from '#engine/read/large-answer.ts';
import type { EngineAnswer } from '#engine/read/keep-answer.ts';
import { runRequest, zoneOf, type EngineInput } from '#engine/run-request.ts';
import { ApiError } from '#errors/api-error.ts';
import { timesheetFormats, type TimesheetFormat } from '#export/export-timesheets.ts';
import { isExport, timesheetsName } from '#request/export-address.ts';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import { parseAddress, type Address } from '#request/parse-address.ts';
import { parseParameters } from '#request/parse-parameters.ts';
import { requireMethod } from '#request/parse-request.ts';
import { types } from '#resource/define-resource.ts';
import type { FieldType, Stored } from '#resource/field-type.ts';
import { ValueError } from '#values/value-error.ts';
import { openExport, type AskedTimesheets, type OpenedExport } from './export-timesheets.ts';

const mediaTypes: Readonly<Record<TimesheetFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  'pdf-table': 'application/pdf',
};

/** Answers requests for exports, and hands all others to the engine. Throws only what authentication refuses. */
export async function answerExports(engine: Engine, input: EngineInput): Promise<EngineAnswer> {
  const address = exportAddress(input.request.path);
  const { request, token } = input;
  let { caller } = input;
  // Without a token the engine says what is missing, as for any address.
  if (address === null || (caller === null && token === undefined)) return runRequest(engine, input);
  const sender =
    caller === null ? tokenSender(token as ShownToken, (found) => (caller = found)) : knownSender(caller);
  try {
    const asked = await parsedFor(engine, sender, () => {
      checkAddress(address);
      requireMethod(request, ['GET']);
      return askedOf(parseParameters(request.query));
    });
    const opened = await openExport(engine, sender, asked);
    if (opened === 'unknown') throw noPerson(asked.userId);
    if (opened === 'empty') throw noDays(asked);
    const filename = nameOf(opened, asked);
    const headers = attachmentHeaders({ filename, mediaType: mediaTypes[asked.format] });
    if (request.method === 'HEAD') return { status: 200, headers, body: '' };
    return { status: 200, headers, body: '', stream: stream(engine, { opened, request, sender }) };
  } catch (error) {
    if (error instanceof NoCaller) return runRequest(engine, { caller: null, request });
    if (caller === null) throw error;
    return errorResponse(engine, { error, request, serverTimeZone: await zoneOf(engine, caller) });
  }
}

function exportAddress(path: string): Address | null {
  try {
    const address = parseAddress(path);
    return isExport(address) ? address : null;
  } catch {
    return null;
  }
}

function checkAddress({ action, id }: Address): void {
  if (action !== timesheetsName)
    throw new ApiError('unknown_address', `exports has no action "${action}"; it has ${timesheetsName}.`);
  if (id !== null)
    throw new ApiError('unknown_address', 'exports/timesheets takes no id; name a person with user_id.');
}

/** What is being written when the connection fails ends without a word: the client is gone. */
function stream(
  engine: Engine,
  part: { readonly opened: OpenedExport; readonly request: HttpRequest; readonly sender: Sender },
): HttpResponse['stream'] & object {
  const { opened, request, sender } = part;
  const leave = countOpenAnswer(sender.accountId);
  const out = openPatientStream();
  out.once('close', leave);
  const failed = (error: unknown): void => {
    if (!out.destroyed) engine.observe({ kind: 'request_failed', requestId: request.requestId, error });
    out.destroy(error as Error);
  };
  void opened.write(out).then(() => out.end(), failed);
  return out;
}

const known = ['month', 'format', 'user_id', 'bom'];

function askedOf(parameters: ReadonlyMap<string, string>): AskedTimesheets {
  for (const name of parameters.keys()) {
    if (known.includes(name) || name.startsWith('_')) continue;
    const message = `exports/timesheets has no parameter "${name}"; it has ${known.join(', ')}.`;
    throw new ApiError('unknown_parameter', message, { field: name });
  }
  const value = (name: string, type: FieldType): Stored => {
    const sent = parameters.get(name) ?? '';
    return sent === '' ? null : parsed({ name, sent, type });
  };
  const month = value('month', types.month);
  if (month === null)
    throw new ApiError('missing_parameter', 'The required parameter month is missing: month=2026-06.', {
      field: 'month',
    });
  const format = formatOf(parameters.get('format') ?? '');
  const byteOrderMark = value('bom', types.boolean) === 1;
  if (byteOrderMark && format !== 'csv')
    throw new ApiError(
      'contradiction',
      `bom is 1, but format is ${format}; only csv has a byte order mark.`,
      {
        field: 'bom',
      },
    );
  const userId = value('user_id', types.integer) as number | null;
  return { month: month as string, format, userId, byteOrderMark };
}

function parsed({ name, sent, type }: { name: string; sent: string; type: FieldType }): Stored {
  try {
    return type.parse(sent, { serverTimeZone: 'UTC' });
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw invalid(name, sent, error.expected);
  }
}

function formatOf(sent: string): TimesheetFormat {
  const wanted = sent === '' ? 'csv' : sent.toLowerCase();
  const format = timesheetFormats.find((one) => one === wanted);
  if (format === undefined) throw invalid('format', sent, `one of ${timesheetFormats.join(', ')}`);
  return format;
}

function invalid(field: string, sent: string, expected: string): ApiError {
  const message = `${field} is ${JSON.stringify(sent)}; it must be ${expected}.`;
  return new ApiError('invalid_value', message, { field });
}

function noPerson(userId: number | null): ApiError {
  const message = `user_id is ${userId}; there is no such person, or you may not read their timesheets.`;
  return new ApiError('unknown_reference', message, { field: 'user_id' });
}

function noDays({ month, userId }: AskedTimesheets): ApiError {
  const whose = userId === null ? 'No timesheet that you may read' : `The timesheet of the person ${userId}`;
  const message = `${whose} has ${userId === null ? 'a' : 'no'} day in ${month} that has begun.`;
  return new ApiError('invalid_value', message, { field: 'month' });
}

function nameOf({ person }: OpenedExport, { month, format }: AskedTimesheets): string {
  const kind = format === 'pdf-table' ? 'pdf' : format;
  return person === null ? `timesheets-${month}.${kind}` : `timesheet-${month}-${person}.${kind}`;
}
