// ETags: same process, same version and history of the database, same caller on the same day, same question → same rows.
// `RequestEndTime` may differ.
import { hash } from 'node:crypto';
import type { HttpRequest } from '#request/http-message.ts';
import type { Caller } from '#resource/access.ts';
import type { Format } from '#response/negotiate-format.ts';
import type { Tx } from '#sql/database.ts';
import type { Engine } from '../engine.ts';

/** The tag that the answer to this request would have, or `null` when the version is not known. */
export function entityTag(
  { bootId }: Pick<Engine, 'bootId'>,
  part: {
    readonly caller: Caller;
    /** Of the caller: dates begin and end what they may read. */
    readonly today: string;
    readonly request: HttpRequest;
    readonly snapshot: Pick<Tx, 'version' | 'history'>;
    readonly format: Format;
  },
): string | null {
  const { caller, today, request, snapshot, format } = part;
  const { version, history } = snapshot;
  if (version === null || history === null) return null;
  const question = [
    bootId,
    version,
    history,
    caller.clientId,
    caller.userId,
    today,
    request.path,
    request.query,
    format,
  ].join('\n');
  return `W/"${hash('sha1', question, 'base64url')}"`;
}
