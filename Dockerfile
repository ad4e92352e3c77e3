# One image per service, from one file: docker build --build-arg APP=evaluator -t assay/evaluator .
# APP is the name of a folder in apps/. All stages but the last are the same for all of them, and built once. What faces
# the network alone has a target of its own, without the layer that the others share: --target alone --build-arg APP=mcp
FROM docker.io/library/node:24-bookworm-slim AS base
WORKDIR /app

# The manifests alone: what npm installs does not change with every source file.
FROM base AS manifests
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete && find . -type d -empty -delete

FROM base AS build
COPY --from=manifests /app ./
RUN npm ci --ignore-scripts --loglevel=error
COPY . .
RUN node scripts/build.mjs

# Each service with its production dependencies and nothing else. All in one go: a step beside so large a stage is dear.
FROM build AS applications
RUN node scripts/collect-services.mjs /applications

FROM base AS service
# Inside a container every address is the container's own; who may reach it is decided by whoever runs it.
# Two pools of the C library's allocator instead of eight per core, and large pieces given back at once: a quarter less memory.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 \
  MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=32768 MALLOC_TRIM_THRESHOLD_=32768
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# `exec`: the service is process 1, and hears the signal that ends it.
CMD ["sh", "-c", "exec node apps/$APP/dist/main.js"]
USER node

FROM service AS alone
ARG APP
ENV APP=$APP
COPY --from=applications /applications/$APP ./

# What all others need: one layer, which a machine holds once.
FROM service AS shared
COPY --from=applications /applications/shared ./

FROM shared
ARG APP
ENV APP=$APP
COPY --from=applications /applications/$APP ./
