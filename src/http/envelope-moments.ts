// The two moments in the bytes of an envelope, so that an answer can be given again in a later second.
import { localText } from '#values/time-zone.ts';

/** Where the moments stand. */
export interface Moments {
  /** Offsets in bytes of RequestStartTime and RequestEndTime. */
  readonly start: number;
  readonly end: number;
}

const marks = {
  json: ['"RequestStartTime":"', '"RequestEndTime":"'],
  xml: ['<RequestStartTime>', '<RequestEndTime>'],
} as const;
const moment = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const momentLength = 'YYYY-MM-DD HH:MM:SS'.length;

/**
 * Finds the moments of an envelope: what stands before them is written by the server alone, so that the first that is found is
 * the envelope's. `null`: one of them is not there.
 */
export function findMoments(body: Buffer, contentType: string): Moments | null {
  const [first, second] = contentType.startsWith('application/xml') ? marks.xml : marks.json;
  const start = offsetBehind(body, first);
  const end = offsetBehind(body, second);
  return start === null || end === null ? null : { start, end };
}

function offsetBehind(body: Buffer, mark: string): number | null {
  const at = body.indexOf(mark);
  const offset = at + mark.length;
  return at >= 0 && moment.test(body.toString('latin1', offset, offset + momentLength)) ? offset : null;
}

/** The body with other moments, in epoch seconds. */
export function withMoments(
  body: Buffer,
  { start, end }: Moments,
  at: { readonly startedAt: number; readonly endedAt: number; readonly timeZone: string },
): Buffer {
  const copy = Buffer.from(body);
  copy.write(localText(at.startedAt, at.timeZone), start, 'latin1');
  copy.write(localText(at.endedAt, at.timeZone), end, 'latin1');
  return copy;
}
