#!/bin/sh
# Runs the steps of the Dockerfile and of the systemd unit in a folder, without a container: build, install without development
# packages, start from read-only files as another user, stop. Needs npm and a free port; root to start as another user.
set -eu
port=${PORT:-3210}
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$(dirname "$0")/.."
git archive --format=tar HEAD | (mkdir "$work/build" && tar -x -C "$work/build")

echo '== build, with the development packages'
(cd "$work/build" && npm ci --no-audit && npm run build)

echo '== production, without them'
mkdir "$work/app"
for part in package.json package-lock.json .npmrc vite.config.ts migrations src dist; do cp -R "$work/build/$part" "$work/app/$part"; done
cp "$work"/build/tsconfig*.json "$work/app/"
mkdir "$work/app/deploy"
cp "$work/build/deploy/healthcheck.js" "$work/app/deploy/"
(cd "$work/app" && npm ci --omit=dev --no-audit)
for tool in vite typescript vitest @playwright/test; do
  if [ -e "$work/app/node_modules/$tool" ]; then echo "$tool is in the production packages" >&2; exit 1; fi
done
chmod -R a-w,a+rX "$work/app"
chmod 755 "$work"
du -sh "$work/app/node_modules" "$work/app/dist"

echo '== start from read-only files'
mkdir -m 0700 "$work/data"
as=''
if [ "$(id -u)" = 0 ]; then
  chown nobody "$work/data"
  as='setpriv --reuid=nobody --regid=nogroup --clear-groups'
fi
start() {
  (cd "$work/app" && exec env PORT="$port" DATA_DIR="$work/data" DEMO=off SHUTDOWN_DELAY_SECONDS=0 LOG_LEVEL=warn NODE_ENV=production \
    $as node_modules/.bin/node --max-semi-space-size=4 src/server/process/main.ts) &
  pid=$!
  tries=0
  until node -e "fetch('http://127.0.0.1:$port/api/serving').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"; do
    tries=$((tries + 1))
    if [ $tries -gt 120 ] || ! kill -0 $pid; then echo 'it did not start' >&2; exit 1; fi
    sleep 0.5
  done
  node -e "fetch('http://127.0.0.1:$port/').then((response) => process.exit(response.ok ? 0 : 1))"
}
start
kill -TERM $pid
wait $pid
echo '== warm start'
start
(cd "$work/app" && env DATA_DIR="$work/data" DEMO=off $as node_modules/.bin/node src/server/process/commands/backup.ts "$work/data/backup.tar.gz")
kill -TERM $pid
wait $pid
echo '== a product that hangs is ended by the health check of the container, and one that answers is not'
if [ "$(id -u)" = 0 ] && command -v unshare >/dev/null; then
  # A container with an init: process 1 has the product as its child.
  PORT=$port DATA_DIR="$work/hanging" DEMO=off LOG_LEVEL=warn HEALTH_FOLDER="$work" unshare --pid --fork --mount-proc sh -c "
    cd '$work/app'
    node_modules/.bin/node --max-semi-space-size=4 src/server/process/main.ts >/dev/null &
    product=\$!
    check() { node_modules/.bin/node deploy/healthcheck.js; }
    serves() { node_modules/.bin/node -e \"fetch('http://127.0.0.1:$port/api/serving').then((response) => process.exit(response.ok ? 0 : 1))\"; }
    until check; do sleep 1; rm -f '$work/failed-health-checks'; done
    # While it starts, and afterwards.
    until serves; do check || exit 1; done
    for each in 1 2 3 4 5; do check || exit 1; done
    kill -STOP \$product
    for each in 1 2 3; do check && exit 1; kill -0 \$product || exit 1; done
    check && exit 1
    wait \$product
    test \$? = 137
  " || { echo 'the health check did not do its work' >&2; exit 1; }
fi
echo '== all steps succeeded'
