// Restricted parts of the tree become paths: from the nearest restricted node down to each node below it.
import type { Operation } from './operation.ts';

const fill = `with recursive below (account_id, id, restricted_path) as (
  select account_id, id, case when is_restricted = 1 then cast(id as text) end from nodes where mother_id is null
  union all
  select nodes.account_id, nodes.id,
    case when nodes.is_restricted = 1 then cast(nodes.id as text) else below.restricted_path || '/' || nodes.id end
  from nodes join below on nodes.account_id = below.account_id and nodes.mother_id = below.id
)
update nodes set restricted_path = below.restricted_path
from below where nodes.account_id = below.account_id and nodes.id = below.id`;

const operations: readonly Operation[] = [
  { kind: 'addColumn', table: 'nodes', column: { name: 'restricted_path', type: 'text' } },
  { kind: 'statements', sqlite: [fill], postgres: [fill] },
  { kind: 'dropColumn', table: 'nodes', column: 'restricted_on_path' },
];

export default operations;
