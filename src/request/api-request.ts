// Everything a client can ask, as one sum type. Names of resources and actions are checked; values are as sent.
import type { Action, Resource } from '#resource/resource.ts';

/** Query or form parameters by name; the last slash-separated path segment is not among them. */
export type Parameters = ReadonlyMap<string, string>;

/** One entity of a body: field name → value as sent. */
export type RawEntity = Readonly<Record<string, unknown>>;

/** Rows of one resource. */
export interface ReadRequest {
  readonly kind: 'read';
  readonly resource: Resource;
  /** A named read (`me`), or `null`. */
  readonly named: string | null;
  /** The id of `read/<id>`, as sent. */
  readonly id: string | null;
  readonly parameters: Parameters;
}

/** The bytes of one row. */
export interface DownloadRequest {
  readonly kind: 'download';
  readonly resource: Resource;
  /** As sent. */
  readonly id: string;
  readonly parameters: Parameters;
}

/** Rows of several resources in one answer. */
export interface AggregatedReadRequest {
  readonly kind: 'aggregatedRead';
  readonly name: 'deltaSync' | 'fetchData';
  readonly parameters: Parameters;
}

/** Entities to create or to update. */
export interface WriteRequest {
  readonly kind: 'create' | 'update';
  readonly resource: Resource;
  readonly batch: boolean;
  readonly entities: readonly RawEntity[];
  /** The id of `update/<id>`, as sent. */
  readonly id: string | null;
  readonly parameters: Parameters;
  /** `Idempotency-Key` of a create, if one was sent. */
  readonly key?: string | undefined;
}

/** One row to delete. */
export interface DeleteRequest {
  readonly kind: 'delete';
  readonly resource: Resource;
  readonly id: string | null;
  readonly parameters: Parameters;
}

/** An action of a resource's own, once for each entity. */
export interface ActionRequest extends Omit<WriteRequest, 'kind' | 'key'> {
  readonly kind: 'action';
  readonly action: Action;
}

/** Anything a client can ask. */
export type ApiRequest =
  ReadRequest | DownloadRequest | AggregatedReadRequest | WriteRequest | DeleteRequest | ActionRequest;
