// Answers to what never became a request: the parser's complaints, limits and time-outs, written to the bare socket.
import type { Socket } from 'node:net';

/** With the reason phrases of RFC 9110: naming those of `node:http` here would load a whole client of it at start. */
const refusals = {
  400: { reason: 'Bad Request', sentence: 'The request is not HTTP that can be read.' },
  408: { reason: 'Request Timeout', sentence: 'The request took too long to arrive.' },
  431: {
    reason: 'Request Header Fields Too Large',
    sentence: 'The request line and headers are larger than the server accepts.',
  },
} as const;

type Status = keyof typeof refusals;

/** Answers and closes the connection; silent when an answer is on its way already or the client is gone. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  // oxlint-disable-next-line no-underscore-dangle -- Node's own default handler asks the same, and there is no other way
  const begun = (socket as Socket & { _httpMessage?: { headersSent?: boolean } | null })._httpMessage;
  if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent === true) {
    socket.destroy();
    return;
  }
  socket.end(errorMessage(statusOf(error.code)), () => socket.destroy());
}

function statusOf(code: string | undefined): Status {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

function errorMessage(status: Status): string {
  const { reason, sentence } = refusals[status];
  const body = JSON.stringify({
    Success: false,
    Error: status,
    ErrorMessage: sentence,
    NumResults: 0,
  });
  const lines = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
