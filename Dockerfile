# syntax=docker/dockerfile:1

# Builds with the development packages.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

# Only what runs in production.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has Node itself; the package of the same version is for machines that do not.
RUN npm ci --omit=dev && rm -rf node_modules/node node_modules/.bin/node && npm cache clean --force

FROM node:24-bookworm-slim
ENV NODE_ENV=production LOG_FORMAT=json HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# The allocator gives back what large responses took, as in deploy/cendaki.service.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
RUN install --directory --owner=node --group=node --mode=0700 /data
COPY --from=packages /app/node_modules node_modules
# The start compares the sources with those of the build, and runs scripts of them in processes of their own.
COPY package.json package-lock.json .npmrc vite.config.ts tsconfig*.json ./
COPY migrations migrations
COPY demo demo
COPY src src
COPY --from=build /app/dist dist
USER node
VOLUME /data
EXPOSE 3000
COPY deploy/healthcheck.js deploy/
# A stopping process is not ready, but healthy. With `docker run --init`, a product that hangs is started again.
HEALTHCHECK --interval=15s --timeout=10s --start-period=60s CMD ["node", "deploy/healthcheck.js"]
# As `npm start`, but not through npm, so that the product itself receives the stop signal.
CMD ["node", "--max-semi-space-size=4", "src/server/process/main.ts"]
