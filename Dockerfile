# Hourbook as an image, in two stages. BASE is what runs: any Debian with libatomic1 and libstdc++6, or with apt
# to install them. BUILD is what builds: npm and a Node 20 or later; the Node 26 that runs comes with the packages.
#   podman build -t hourbook .
#   podman run -d --name hourbook -p 8080:8080 -v hourbook:/var/lib/hourbook hourbook
ARG BUILD=docker.io/library/node:lts-trixie
ARG BASE=docker.io/library/debian:trixie-slim

FROM ${BUILD} AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund \
 && npm pack --pack-destination /tmp \
 && npm install --prefix /opt/hourbook --omit=dev --no-audit --no-fund --ignore-scripts /tmp/hourbook-*.tgz \
 && cp node_modules/node/bin/node /opt/hourbook/node \
 && { command -v strip >/dev/null && strip /opt/hourbook/node || true; }
RUN package/remove-unread.sh /opt/hourbook/node_modules "$(/opt/hourbook/node -p '`${process.platform}-${process.arch}`')"
# Compiled code for the user of the image, who reads it and cannot change it.
RUN mkdir -m 777 /opt/hourbook/compiled \
 && PATH=/opt/hourbook:$PATH NODE_COMPILE_CACHE=/opt/hourbook/compiled setpriv --reuid=10001 --regid=10001 --clear-groups \
    package/first-start.sh /opt/hourbook/node_modules/.bin/hourbook \
 && chown -R root:root /opt/hourbook/compiled && chmod -R a+rX,go-w /opt/hourbook/compiled

FROM ${BASE}
RUN [ "$(ldconfig -p | grep -c -e libatomic.so.1 -e libstdc++.so.6)" -ge 2 ] \
 || { apt-get update && apt-get install -y --no-install-recommends libatomic1 libstdc++6 && rm -rf /var/lib/apt/lists/*; }
COPY --from=build /opt/hourbook /opt/hourbook
RUN mkdir -p /usr/local/bin /var/lib/hourbook \
 && ln -s /opt/hourbook/node /usr/local/bin/node \
 && ln -s /opt/hourbook/node_modules/.bin/hourbook /usr/local/bin/hourbook \
 && chown 10001:10001 /var/lib/hourbook && chmod 700 /var/lib/hourbook
USER 10001:10001
WORKDIR /var/lib/hourbook
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/opt/hourbook/compiled \
    HOURBOOK_HOST=0.0.0.0 \
    HOURBOOK_PORT=8080 \
    HOURBOOK_DATABASE=sqlite:/var/lib/hourbook/hourbook.db
VOLUME /var/lib/hourbook
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.HOURBOOK_PORT+'/health/ready').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["/usr/local/bin/hourbook"]
CMD ["serve"]
