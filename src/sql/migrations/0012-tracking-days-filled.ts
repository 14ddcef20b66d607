// Trackings from before it was kept on which days they lie get their days. Only SQLite held any.
import type { Operation } from './operation.ts';

const fill = `insert into tracking_days (account_id, id, time_tracking_id, date, duration)
select account_id, row_number() over (partition by account_id order by tracking, place), tracking, date, duration
from (
  select t.account_id, t.id as tracking, d.key as place, d.value ->> 0 as date, d.value ->> 1 as duration,
    count(*) over (partition by t.account_id, t.id) as days
  from time_trackings as t, json_each(hourbook_local_days(t.start_instant, t.end_instant, t.start_time_timezone)) as d
  where t.end_instant is not null
)
where days > 1`;

const count = `insert into row_counters (account_id, sequence, next_id)
select account_id, 'tracking_days', max(id) + 1 from tracking_days group by account_id`;

const operations: readonly Operation[] = [{ kind: 'statements', sqlite: [fill, count], postgres: [] }];

export default operations;
