/** Flags of every server of the tests: on a crowded machine a process waits long for its turn, and that is no overload. */
export const unhurried = { 'max-event-loop-delay': '60000' } as const;
