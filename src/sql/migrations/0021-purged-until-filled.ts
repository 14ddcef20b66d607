// How far deletions were forgotten before that was kept: what is still there was never purged, what is of the last day
// never could be. Where nothing was ever recorded nothing is lost.
import type { Operation } from './operation.ts';

const fill = `insert into purged_deletions (account_id, purged_until)
select account_id, min(moment)
from (
  select account_id, deleted_at as moment from deletions
  union all select account_id, used_until from former_sights
  union all select account_id, {now} - 86400 from row_counters where sequence in ('deletions', 'former_sights')
) as known
group by account_id`;

const operations: readonly Operation[] = [{ kind: 'statements', sqlite: [fill], postgres: [fill] }];

export default operations;
