// How many connections may wait at a port of the service.

/**
 * Connections that the system keeps until they are accepted, as far as its own limit allows (`net.core.somaxconn` of Linux).
 * A connection beyond them tries again after a second.
 */
export const mostUnaccepted = 4096;
