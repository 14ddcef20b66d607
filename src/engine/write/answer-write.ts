// The answer to a request that writes: who writes, what is done, and its envelope.
import { unreachable } from '#errors/api-error.ts';
import type { ActionRequest, DeleteRequest, WriteRequest } from '#request/api-request.ts';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import type { Document } from '#response/document.ts';
import { negotiateFormat } from '#response/negotiate-format.ts';
import { encodeAnswer } from '../answer.ts';
import type { Engine } from '../engine.ts';
import { batchEnvelope, successEnvelope } from '../envelope.ts';
import { frameOf } from '../frame.ts';
import { callerOf, type RememberedLogin, type Sender } from '../read/find-caller.ts';
import type { Timing } from '../timing.ts';
import { runAction } from './run-action.ts';
import { runDelete, runWrite } from './run-write.ts';
import type { WriteAnswer, WriteOrigin } from './write-transaction.ts';

interface AnsweringWrite {
  readonly request: HttpRequest;
  readonly timing: Timing;
}

/** Who writes; `login`: the transaction has to look whether it holds. */
export async function writerOf(
  engine: Engine,
  { sender, login }: { readonly sender: Sender; readonly login?: RememberedLogin | undefined },
  { kind, resource }: Writing,
): Promise<Pick<WriteOrigin, 'caller' | 'login'>> {
  const isWrittenAtOnce =
    kind !== 'action' &&
    resource.content === null &&
    ![...resource.fields.values()].some(({ hashed, proof }) => hashed || proof);
  if (login !== undefined && isWrittenAtOnce) return { caller: login.caller, login };
  return { caller: await callerOf(engine, sender), login: undefined };
}

/** Answers a request that writes. */
export async function answerWrite(
  engine: Engine,
  { caller, login, request, timing }: AnsweringWrite & Pick<WriteOrigin, 'caller' | 'login'>,
  parsed: Writing,
): Promise<HttpResponse> {
  const { remoteAddress, requestId } = request;
  const answer = await runWriting(engine, parsed, { caller, login, remoteAddress, requestId });
  timing.mark('sql');
  const batch = parsed.kind !== 'delete' && parsed.batch;
  const document = writeDocument(engine, answer, { batch, name: parsed.resource.name });
  return encodeAnswer({ document, format: negotiateFormat(request.headers['accept']), timing, tag: null });
}

type Writing = WriteRequest | DeleteRequest | ActionRequest;

function runWriting(engine: Engine, parsed: Writing, origin: WriteOrigin): Promise<WriteAnswer> {
  switch (parsed.kind) {
    case 'create':
    case 'update':
      return runWrite(engine, parsed, origin);
    case 'delete':
      return runDelete(engine, parsed, origin);
    case 'action':
      return runAction(engine, parsed, origin);
    default:
      return unreachable(parsed);
  }
}

function writeDocument(
  engine: Engine,
  answer: WriteAnswer,
  { batch, name }: { batch: boolean; name: string },
): Document {
  const { serverTimeZone } = answer.state.account;
  const frame = frameOf(engine, { serverTimeZone, name, startedAt: answer.now });
  if (batch) return batchEnvelope(frame, answer.items, answer.affected);
  const [item] = answer.items;
  if (item === undefined) throw new Error('a write answered no item');
  const rows = item.document['Results'] as readonly Document[];
  return successEnvelope(frame, { ...item, rows, affected: answer.affected });
}
