#!/bin/sh
# Starts an installed Hourbook once on a database of its own and ends it again, so that the code which Node compiles for a
# start is kept in the folder NODE_COMPILE_CACHE. Node keeps it for one user: run it as the one who is to serve.
#   NODE_COMPILE_CACHE=FOLDER package/first-start.sh HOURBOOK
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"$1" serve --host 127.0.0.1 --port 0 --database "sqlite:$place/hourbook.db" > "$place/log" &
server=$!
until grep -q server_started "$place/log"; do
  kill -0 "$server" 2> /dev/null || { cat "$place/log" >&2; exit 1; }
  sleep 0.1
done
kill "$server"
wait "$server"
