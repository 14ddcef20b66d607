#!/bin/sh
# Removes from a folder `node_modules` what no server reads: sources, maps, types, other processors, bundles for browsers.
#   package/remove-unread.sh NODE_MODULES PLATFORM, such as linux-x64
set -eu
cd "$1"
find . -type f \( -name '*.map' -o -name '*.md' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
rm -rf astronomia/src astronomia/data better-sqlite3/deps better-sqlite3/src \
  date-holidays/data date-holidays/dist date-holidays/src moment/min moment/dist moment/src \
  pdfkit/js/*browser* pdfkit/js/*old* pdfkit/js/*standalone* swagger-ui-dist/*-es-bundle*
find better-sqlite3/prebuilds -type f ! -name "$2.node" -delete
