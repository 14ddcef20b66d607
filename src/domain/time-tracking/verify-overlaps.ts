// Trackings of a person that overlap, which no rule lets in: what came past the service.
import type { ReadView } from '#resource/rule.ts';
import { overlapsAmong } from '#values/overlaps.ts';
import type { Difference } from '../timesheets/rebuild.ts';

/** Each tracking that overlaps one that began earlier, with the id of that one as what is stored; changes nothing. */
export function verifyOverlaps(view: ReadView, userId: number): readonly Difference[] {
  const rows = view.find('timeTrackings', [{ column: 'user_id', is: '=', value: userId }], {
    columns: ['id', 'start_instant', 'end_instant'],
  });
  const spans = rows.map((row) => ({
    id: row.id,
    from: row.start_instant,
    until: row.end_instant,
  }));
  return overlapsAmong(spans).map(({ id, other }) => ({
    resource: 'timeTrackings',
    key: String(id),
    field: 'overlaps',
    stored: other,
    expected: null,
  }));
}
