// A start without connection as it is remembered.
import type { Folding } from './folding.ts';
import type { Moment } from './moment.ts';
import { addEvent, eventsAt, lead } from './story.ts';
import { nameIn, saidBy, type Event } from './uploads.ts';

/** The same start, if it is remembered. */
export function sameStart({ story, timing }: Folding, { instant }: Moment): Event | undefined {
  const [kind, name, said] = [kindOf(timing), nameIn(timing.call), saidBy(timing)?.text ?? null];
  return eventsAt(story, instant).find(
    (event) => event.kind === kind && event.client_unique_id === name && event.said === said,
  );
}

/** Remembers a start and what it has begun, if anything, unless it is remembered so. */
export function rememberStart(folding: Folding, at: Moment, begun: number | null): void {
  const { story, timing } = folding;
  const known = sameStart(folding, at);
  if (known !== undefined) return known.time_tracking_id === null ? lead(story, known, begun) : undefined;
  const said = saidBy(timing);
  addEvent(story, {
    instant: at.instant,
    zone: at.zone,
    kind: kindOf(timing),
    client_unique_id: nameIn(timing.call),
    said: said?.text ?? null,
    tag_id: said?.tag ?? null,
    time_tracking_id: begun,
  });
}

function kindOf({ call }: Folding['timing']): 'start' | 'toggle' {
  return call.action === 'toggle' ? 'toggle' : 'start';
}
