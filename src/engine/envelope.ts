// Envelopes (specification §2.4): what every answer is wrapped in. Members stand in the specification's order.
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
}

/** The envelope of a success. */
export function successEnvelope(frame: Frame, answer: SingleAnswer): Document {
  return {
    ...head(frame),
    Success: true,
    SuccessNested: answer.successNested ?? true,
    NumResults: answer.numResults,
    NumResultsNested: answer.numResultsNested ?? answer.numResults,
    ...names(frame),
    ...(answer.fullResync === true ? { FullResync: 1 } : {}),
    Results: answer.rows as DocumentValue,
    ...(answer.deleted == null ? {} : { Deleted: answer.deleted }),
    ...(answer.affected == null ? {} : { Affected: answer.affected }),
  };
}

/** The envelope of a refusal. */
export function errorEnvelope(frame: Frame, error: ApiError): Document {
  return {
    ...head(frame),
    Success: false,
    SuccessNested: false,
    NumResults: 0,
    NumResultsNested: 0,
    ...names(frame),
    ...errorMembers(error),
  };
}

/** One item of a batch, or one nested child: no frame of its own. */
export interface ItemAnswer {
  readonly document: Document;
  readonly success: boolean;
  readonly successNested: boolean;
  readonly numResults: number;
  readonly numResultsNested: number;
}

/** An item that was written. */
export function itemSuccess(
  resourceName: string,
  row: { rows: Rows; nested: readonly ItemAnswer[] },
): ItemAnswer {
  const successNested = row.nested.every((child) => child.success && child.successNested);
  const numResults = row.rows.length;
  const numResultsNested = row.nested.reduce((sum, child) => sum + child.numResultsNested, numResults);
  const document = {
    Success: true,
    SuccessNested: successNested,
    NumResults: numResults,
    NumResultsNested: numResultsNested,
    ResourceName: resourceName,
    Results: row.rows,
  };
  return { document, success: true, successNested, numResults, numResultsNested };
}

/** An item that was refused. */
export function itemError(resourceName: string, error: ApiError): ItemAnswer {
  const document = {
    Success: false,
    SuccessNested: false,
    NumResults: 0,
    NumResultsNested: 0,
    ResourceName: resourceName,
    ...errorMembers(error),
  };
  return { document, success: false, successNested: false, numResults: 0, numResultsNested: 0 };
}

/** The envelope of a batch. */
export function batchEnvelope(
  frame: Frame,
  items: readonly ItemAnswer[],
  affected: Document | null,
): Document {
  const failed = items.filter((item) => !item.success).length;
  const first = items.find((item) => !item.success)?.document['Error'];
  return {
    ...head(frame),
    Success: failed === 0,
    SuccessNested: items.every((item) => item.success && item.successNested),
    NumResults: items.reduce((sum, item) => sum + item.numResults, 0),
    NumResultsNested: items.reduce((sum, item) => sum + item.numResultsNested, 0),
    ...(failed === 0 ? {} : { NumErrors: failed }),
    isBatch: 1,
    ...names(frame),
    ...(failed === 0 ? {} : { Error: first, ErrorMessage: batchSentence(failed, items.length) }),
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
  return `${failed} of ${total} items of the batch failed; each item in Results says why.`;
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

function errorMembers(error: ApiError): Document {
  return {
    Error:
      error.code === 'body_too_large' || error.code === 'wrong_method' ? 400 : catalogue[error.code].status,
    ErrorMessage: error.message,
    ErrorExtended: {
      errorCode: error.code,
      ...(error.field === undefined ? {} : { field: error.field }),
      ...(error.data === undefined ? {} : { data: error.data as DocumentValue }),
    },
  };
}
