// Envelopes (specification §2.4): what every answer is wrapped in. Members stand in the specification's order, but for
// refusals: clients cut long texts, so `Success`, `Error` and `ErrorMessage` come first.
import { ApiError } from '#errors/api-error.ts';
import { catalogue } from '#errors/catalogue.ts';
import type { Document, DocumentValue, RenderedRow } from '#response/document.ts';
import { localText } from '#values/time-zone.ts';

/** What all envelopes of one answer share. */
export interface Frame {
  readonly host: string;
  readonly codeVersion: string;
  readonly resourceName: string;
  readonly serverTimeZone: string;
  /** Epoch seconds; for a read the moment that `_since` may take up again. */
  readonly startedAt: number;
  readonly endedAt: number;
}

type Rows = readonly (Document | RenderedRow)[];

/** What a read or a single write answered. */
export interface SingleAnswer {
  readonly rows: Rows | Document;
  readonly numResults: number;
  readonly numResultsNested?: number;
  readonly successNested?: boolean;
  readonly deleted?: readonly Document[] | null;
  readonly affected?: Document | null;
  readonly fullResync?: boolean;
  /** Of a read: whether rows follow behind the page. */
  readonly hasMore?: boolean;
  /** Of a read: how many rows there are beyond the page, where that was asked for. */
  readonly total?: number | null;
  /** What of the request was ignored or had no effect, one sentence each. */
  readonly warnings?: readonly string[];
}

/** The envelope of a success. */
export function successEnvelope(frame: Frame, answer: SingleAnswer): Document {
  return {
    ...head(frame),
    Success: true,
    SuccessNested: answer.successNested ?? true,
    NumResults: answer.numResults,
    NumResultsNested: answer.numResultsNested ?? answer.numResults,
    ...(answer.hasMore === undefined ? {} : { HasMore: answer.hasMore ? 1 : 0 }),
    ...(answer.total == null ? {} : { NumResultsTotal: answer.total }),
    ...names(frame),
    ...(answer.fullResync === true ? { FullResync: 1 } : {}),
    ...(answer.warnings === undefined || answer.warnings.length === 0 ? {} : { Warnings: answer.warnings }),
    Results: answer.rows as DocumentValue,
    ...(answer.deleted == null ? {} : { Deleted: answer.deleted }),
    ...(answer.affected == null ? {} : { Affected: answer.affected }),
  };
}

/** The envelope of a refusal. */
export function errorEnvelope(frame: Frame, error: ApiError): Document {
  return {
    Success: false,
    ...errorMembers(error),
    ...head(frame),
    SuccessNested: false,
    NumResults: 0,
    NumResultsNested: 0,
    ...names(frame),
  };
}

/** One item of a batch, or one nested child: no frame of its own. */
export interface ItemAnswer {
  readonly document: Document;
  readonly success: boolean;
  readonly successNested: boolean;
  readonly numResults: number;
  readonly numResultsNested: number;
  /** The error code of what was refused first, the item or a child of it; `null`: nothing was. */
  readonly firstError: number | null;
  /** What had no effect, one sentence each. */
  readonly warnings?: readonly string[];
}

/** An item that was written. */
export function itemSuccess(
  resourceName: string,
  row: { rows: Rows; nested: readonly ItemAnswer[]; warnings?: readonly string[] },
): ItemAnswer {
  const { warnings = [] } = row;
  const successNested = row.nested.every((child) => child.success && child.successNested);
  const numResults = row.rows.length;
  const numResultsNested = row.nested.reduce((sum, child) => sum + child.numResultsNested, numResults);
  const document = {
    Success: true,
    SuccessNested: successNested,
    NumResults: numResults,
    NumResultsNested: numResultsNested,
    ResourceName: resourceName,
    ...(warnings.length === 0 ? {} : { Warnings: warnings }),
    Results: row.rows,
  };
  const firstError = row.nested.find((child) => child.firstError !== null)?.firstError ?? null;
  return { document, success: true, successNested, numResults, numResultsNested, firstError, warnings };
}

/** An item that was refused. */
export function itemError(resourceName: string, error: ApiError): ItemAnswer {
  const document = {
    Success: false,
    ...errorMembers(error),
    SuccessNested: false,
    NumResults: 0,
    NumResultsNested: 0,
    ResourceName: resourceName,
  };
  const none = { numResults: 0, numResultsNested: 0 };
  return { document, success: false, successNested: false, ...none, firstError: errorCode(error) };
}

/** The envelope of a batch. An item counts as failed when it was refused, or a nested child of it. */
export function batchEnvelope(
  frame: Frame,
  items: readonly ItemAnswer[],
  affected: Document | null,
): Document {
  const refused = items.filter(({ firstError }) => firstError !== null);
  const failed = refused.length;
  const failure = { Error: refused[0]?.firstError ?? 0, ErrorMessage: batchSentence(failed, items.length) };
  return {
    ...(failed === 0 ? { ...head(frame), Success: true } : { Success: false, ...failure, ...head(frame) }),
    SuccessNested: items.every((item) => item.success && item.successNested),
    NumResults: items.reduce((sum, item) => sum + item.numResults, 0),
    NumResultsNested: items.reduce((sum, item) => sum + item.numResultsNested, 0),
    ...(failed === 0 ? {} : { NumErrors: failed }),
    isBatch: 1,
    ...names(frame),
    Results: items.map((item) => item.document),
    ...(affected === null ? {} : { Affected: affected }),
  };
}

/** What a client is told of any thrown value: its own sentence, or nothing of the inside. */
export function asApiError(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(
    'internal',
    `An internal error occurred; the operator finds it under the request id ${requestId}.`,
  );
}

function batchSentence(failed: number, total: number): string {
  return `${failed} of ${total} items of the batch failed or hold a nested entity that failed; each item in Results says why.`;
}

function head({ host, codeVersion }: Frame): Document {
  return { Host: host, Codeversion: codeVersion };
}

function names(frame: Frame): Document {
  return {
    ResourceName: frame.resourceName,
    RequestStartTime: localText(frame.startedAt, frame.serverTimeZone),
    RequestEndTime: localText(frame.endedAt, frame.serverTimeZone),
    ServerTimeZone: frame.serverTimeZone,
  };
}

/** Refusals whose HTTP status the interface does not know as an error code. */
const badRequests: ReadonlySet<string> = new Set([
  'body_too_large',
  'body_too_slow',
  'file_too_large',
  'wrong_method',
  'unsupported_encoding',
]);

function errorCode({ code }: ApiError): number {
  return badRequests.has(code) ? 400 : catalogue[code].status;
}

function errorMembers(error: ApiError): Document {
  return {
    Error: errorCode(error),
    ErrorMessage: error.message,
    ErrorExtended: {
      errorCode: error.code,
      ...(error.field === undefined ? {} : { field: error.field }),
      ...(error.data === undefined ? {} : { data: error.data as DocumentValue }),
    },
  };
}
