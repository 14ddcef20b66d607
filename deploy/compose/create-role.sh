#!/bin/sh
# The role and the database of the service; the image of PostgreSQL runs this once, in a new volume.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$HOURBOOK_DB_PASSWORD" -d postgres <<'SQL'
create role hourbook login password :'password';
create database hourbook owner hourbook encoding 'UTF8' template template0;
SQL
