// Stands in for Citus, which test machines lack. Functions with its names record their calls; everything else is real.

/** Statements of a superuser that make a database look like one with the extension. */
export const standIn = [
  'set allow_system_table_mods = on',
  "insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion) select 999999, 'citus', extowner, extnamespace, false, '13' from pg_extension limit 1",
  'create table public.pg_dist_partition (logicalrelid regclass, place int generated always as identity)',
  `create function create_reference_table(name text) returns void language sql
    as $$ insert into public.pg_dist_partition values (name::regclass) $$`,
  `create function create_distributed_table(name text, by text, colocate_with text) returns void language plpgsql as $$ begin
    if by <> 'account_id' then raise exception 'spread by %', by; end if;
    if exists (select 1 from pg_constraint where contype = 'f' and conrelid = name::regclass) then raise exception '% still refers to others', name; end if;
    if colocate_with <> 'none' and not exists (select 1 from public.pg_dist_partition where logicalrelid = colocate_with::regclass) then raise exception 'nothing beside which to put %', name; end if;
    insert into public.pg_dist_partition values (name::regclass); end $$`,
  `create function truncate_local_data_after_distributing_table(name regclass) returns void language plpgsql as $$ begin
    if not exists (select 1 from public.pg_dist_partition where logicalrelid = name) then raise exception '% is not spread', name; end if; end $$`,
  'grant all on public.pg_dist_partition to public',
];
/** Names of the tables that were spread, in that order. */
export const placed =
  'select logicalrelid::regclass::text as name from public.pg_dist_partition order by place';
