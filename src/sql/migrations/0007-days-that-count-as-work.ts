// Days of absences know whether their type counts as working time: what it says when they get to know it.
import type { Operation } from './operation.ts';

const fill = `update absence_days set counts_as_work = 1 where exists (
  select 1 from absence_types
  where absence_types.account_id = absence_days.account_id
    and absence_types.absence_type_id = absence_days.type_id
    and absence_types.absence_subtype_id = absence_days.subtype_id
    and absence_types.add_to_working_hours = 1
)`;

const operations: readonly Operation[] = [{ kind: 'statements', sqlite: [fill], postgres: [fill] }];

export default operations;
