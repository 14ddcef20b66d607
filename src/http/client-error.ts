// Answers to what never became a request: the parser's complaints, limits and time-outs, written to the bare socket.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

const sentences: Readonly<Record<number, string>> = {
  400: 'The request is not HTTP that can be read.',
  408: 'The request took too long to arrive.',
  431: 'The request line and headers are larger than the server accepts.',
};

/** Answers and closes the connection; silent when an answer is on its way already or nobody is left. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  // oxlint-disable-next-line no-underscore-dangle -- Node's own default handler asks the same, and there is no other way
  const begun = (socket as Socket & { _httpMessage?: { headersSent?: boolean } | null })._httpMessage;
  if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent === true) {
    socket.destroy();
    return;
  }
  socket.end(errorMessage(statusOf(error.code)), () => socket.destroy());
}

function statusOf(code: string | undefined): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

function errorMessage(status: number): string {
  const body = JSON.stringify({
    Success: false,
    NumResults: 0,
    Error: status,
    ErrorMessage: sentences[status],
  });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
