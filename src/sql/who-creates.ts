// Which commands make a database; all others refuse an address under which there is none.

/** What a refusal adds, so that a wrong path is noticed before an empty database answers from it. */
export const whoCreates = 'hourbook serve, migrate and account create make a database';
