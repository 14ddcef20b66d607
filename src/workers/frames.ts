// Values as messages on a stream between two processes of the service: the length in bytes, then the value as V8 writes it down.
import type { Duplex } from 'node:stream';
import { deserialize, serialize } from 'node:v8';

const lengthBytes = 4;

/** Hands over each value that arrives, and answers what sends one. What is sent in one turn of the event loop goes out together. */
export function frames<Sent, Received>(
  stream: Duplex,
  receive: (value: Received) => void,
): (value: Sent) => void {
  let pieces: Buffer[] = [];
  let bytes = 0;
  let awaited = lengthBytes;
  stream.resume().on('data', (piece: Buffer) => {
    pieces.push(piece);
    bytes += piece.length;
    // Pieces of a long value are put together once, when all of them are there.
    if (bytes < awaited) return;
    let rest: Buffer = pieces.length === 1 ? piece : Buffer.concat(pieces);
    for (awaited = lengthOf(rest); rest.length >= awaited; awaited = lengthOf(rest)) {
      receive(deserialize(rest.subarray(lengthBytes, awaited)) as Received);
      rest = rest.subarray(awaited);
    }
    pieces = rest.length === 0 ? [] : [rest];
    bytes = rest.length;
  });
  let waiting: Buffer[] = [];
  const flush = (): void => {
    if (stream.writable) stream.write(Buffer.concat(waiting));
    waiting = [];
  };
  return (value) => {
    const body = serialize(value);
    const length = Buffer.alloc(lengthBytes);
    length.writeUInt32LE(body.length);
    if (waiting.length === 0) setImmediate(flush);
    waiting.push(length, body);
  };
}

/** Bytes of the first value with its length; those of the length itself while it is not whole. */
function lengthOf(bytes: Buffer): number {
  return bytes.length < lengthBytes ? lengthBytes : lengthBytes + bytes.readUInt32LE();
}
