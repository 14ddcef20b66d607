// What sessions of this program call themselves on a PostgreSQL server, so that servers are told from commands.

/** Names in `pg_stat_activity`. */
export const sessionNames = { server: 'hourbook', command: 'hourbook-command' } as const;
