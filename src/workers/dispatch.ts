// Who gets the next connection: those that are free, in turn. One that was given and not taken goes to another, so that
// nothing is lost with a process that dies but what it was working on. It must not know what connections are.

/** Connections on their way to takers. `C` is a connection, `T` who takes them. */
export interface Dispatch<C, T> {
  /** A new connection: given to a taker now, or as soon as one is free. */
  offer(connection: C): void;
  /** The taker can take connections from now on. */
  join(taker: T): void;
  /** The connection that the taker was given is theirs; they are free for another. Answers it. */
  taken(taker: T): C | undefined;
  /** The taker takes no more: what they were given and have not taken goes to another. */
  leave(taker: T): void;
  /** No taker gets any more. Answers the connections that no taker has taken. */
  end(): readonly C[];
}

/** Starts without takers; `give` sends a connection to one, who has it once `taken` is called. */
export function createDispatch<C, T>(give: (connection: C, taker: T) => void): Dispatch<C, T> {
  const waiting: C[] = [];
  const free: T[] = [];
  const given = new Map<T, C>();
  const pass = (): void => {
    while (waiting.length > 0 && free.length > 0) {
      const [connection, taker] = [waiting.shift() as C, free.shift() as T];
      given.set(taker, connection);
      give(connection, taker);
    }
  };
  return {
    offer(connection) {
      waiting.push(connection);
      pass();
    },
    join(taker) {
      free.push(taker);
      pass();
    },
    taken(taker) {
      const connection = given.get(taker);
      if (connection === undefined) return undefined;
      given.delete(taker);
      free.push(taker);
      pass();
      return connection;
    },
    leave(taker) {
      const index = free.indexOf(taker);
      if (index >= 0) free.splice(index, 1);
      const connection = given.get(taker);
      given.delete(taker);
      if (connection !== undefined) waiting.unshift(connection);
      pass();
    },
    end() {
      free.length = 0;
      return [...given.values(), ...waiting.splice(0)];
    },
  };
}
