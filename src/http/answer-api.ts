// A request to the interface itself: whose it is, and how much of its body is read before that is known.
import { ApiError } from '#errors/api-error.ts';
import { CallerUncertain } from '#engine/read/find-caller.ts';
import type { EngineAnswer } from '#engine/read/keep-answer.ts';
import type { EngineInput } from '#engine/run-request.ts';
import type { RememberedLogin } from '#oauth/authenticate.ts';
import type { HttpRequest } from '#request/http-message.ts';
import { accountOf } from '#request/parse-address.ts';
import type { Caller } from '#resource/access.ts';
import { announcedLength } from './read-body.ts';
import { subjectOf } from './request-subject.ts';
import type { ServerParts } from './server-parts.ts';

/** Enough for a form of a few fields; the server refuses a larger body without a token. */
const anonymousBodyLimit = 64 * 1024;
const writeActions: ReadonlySet<string> = new Set(['create', 'update', 'delete']);

/** What answering needs besides the request. */
type ApiParts = Pick<
  ServerParts,
  'config' | 'schema' | 'authenticate' | 'loginOf' | 'rememberedLogin' | 'runRequest' | 'forwardWrite'
>;

/** An answer, whose session another process may have prolonged already. */
export interface ApiAnswer extends EngineAnswer {
  readonly isForwarded?: true;
}

/** A request whose body is waited for outside the count of what is worked on. */
export interface LimitedRequest {
  readonly request: HttpRequest;
  /** Reads the body up to a limit in bytes. */
  readonly readBody: (limit: number) => Promise<Buffer | null>;
  /** Hears who sent the request, once that is known: for the log. `null`: it was not who it seemed to be. */
  readonly identify: (caller: Caller | null) => void;
}

/** The caller comes before the body: anonymous callers cannot make the server hold megabytes. */
export async function answerApi(parts: ApiParts, limited: LimitedRequest): Promise<ApiAnswer> {
  const { request, readBody, identify } = limited;
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (isReading) return answerRead(parts, request, identify);
  const login = loginForWrite(parts, request);
  if (login === null) return answerOther(parts, limited);
  identify(login.caller);
  const body = await readBody(shortBody(parts));
  try {
    const { caller } = login;
    return await write(parts, limited, { caller, login, request: { ...request, body } });
  } catch (error) {
    if (!(error instanceof CallerUncertain)) throw error;
    identify(null);
    return answerOther(parts, { ...limited, readBody: async () => body });
  }
}

/**
 * A login that the transaction of a write looks at itself, which spares one that only does that: of a short request with a token
 * that was good the last time.
 */
function loginForWrite(parts: ApiParts, request: HttpRequest): RememberedLogin | null {
  const { action } = subjectOf(request.path, parts.schema);
  if (action === undefined || !writeActions.has(action) || isOpen(parts, request)) return null;
  if (announcedLength(request) > shortBody(parts)) return null;
  const login = parts.rememberedLogin(request, accountOf(request.path));
  return login?.caller.readOnly === true ? null : login;
}

/** In bytes: so much of a body is read before it is known who sends it. */
export function shortBody({ config }: Pick<ApiParts, 'config'>): number {
  return Math.min(anonymousBodyLimit, config.bodyLimit);
}

async function answerOther(parts: ApiParts, limited: LimitedRequest): Promise<ApiAnswer> {
  const { request, readBody, identify } = limited;
  const caller = isOpen(parts, request) ? null : await parts.authenticate(request, accountOf(request.path));
  if (caller !== null) identify(caller);
  if (caller === null && !isOpenAction(parts, request)) return parts.runRequest({ caller, request });
  refuseReader(parts, caller, request);
  const body = await readBody(bodyLimitOf(parts, caller, request));
  return write(parts, limited, { caller, request: { ...request, body } });
}

/** Here, or in the process that writes for all, which finds out once more who asks. */
async function write(
  { forwardWrite, runRequest }: ApiParts,
  { identify }: LimitedRequest,
  input: EngineInput,
): Promise<ApiAnswer> {
  const forwarded = await forwardWrite(input.request);
  if (forwarded === null) return runRequest(input);
  identify(forwarded.caller);
  return { ...forwarded.response, isForwarded: true };
}

/** In bytes. Where files come, one of the largest fits, as Base64 text too, with the fields beside it. */
function bodyLimitOf({ schema, config }: ApiParts, caller: Caller | null, { path }: HttpRequest): number {
  if (caller === null) return shortBody({ config });
  const { resource, action } = subjectOf(path, schema);
  const takesFiles = action === 'create' && resource !== undefined && schema.find(resource)?.content !== null;
  if (!takesFiles) return config.bodyLimit;
  return Math.max(config.bodyLimit, Math.ceil(config.fileLimit / 3) * 4 + anonymousBodyLimit);
}

/** The engine finds the caller of a read in the snapshot from which the answer comes. */
async function answerRead(
  parts: ApiParts,
  request: HttpRequest,
  identify: LimitedRequest['identify'],
): Promise<EngineAnswer> {
  const token = isOpen(parts, request) ? null : parts.loginOf(request, accountOf(request.path));
  if (token === null) return parts.runRequest({ caller: null, request });
  const { accountId, holderIn } = token;
  const holderIdentified: typeof holderIn = async (tx) => {
    const holder = await holderIn(tx);
    if (holder !== null) identify(holder.caller);
    return holder;
  };
  return parts.runRequest({ caller: null, request, token: { accountId, holderIn: holderIdentified } });
}

/** A credential that only reads is refused before its body is looked at. */
function refuseReader({ schema }: ApiParts, caller: Caller | null, { path }: HttpRequest): void {
  const { resource, action } = subjectOf(path, schema);
  if (caller?.readOnly !== true || resource === undefined || action === undefined) return;
  const custom = schema.find(resource)?.customActions.get(action);
  const writes = custom === undefined ? writeActions.has(action) : !custom.forReaders;
  if (!writes) return;
  const what = custom === undefined ? `${action} ${resource}` : `use ${action} of ${resource}`;
  throw new ApiError('not_allowed', `You may not ${what}: the credential is for reading only.`);
}

/** Resources that tell anonymous callers how to log in; a token that has expired must not keep anybody from asking. */
function isOpen({ schema }: ApiParts, { path }: HttpRequest): boolean {
  const { resource } = subjectOf(path, schema);
  return resource !== undefined && schema.find(resource)?.open === true;
}

/** Actions such as `forgotPassword`: a token is not needed, but one that is sent must work. */
function isOpenAction({ schema }: ApiParts, { path }: HttpRequest): boolean {
  const { resource, action } = subjectOf(path, schema);
  if (resource === undefined || action === undefined) return false;
  return schema.find(resource)?.customActions.get(action)?.open === true;
}
