import { startProduct, untilReady } from '../src/testing/processes/product-process.ts'
import { products } from './products.ts'

// Webhooks may reach receivers of the tests on loopback.
// Starts the products under test at once: a core for each. The first to ask for it builds the pages that both serve.

const running = await Promise.all(
  // As behind one proxy, so that a test can have a IP address of its own.
  products.map(({ productPort, origin, dataDir }) =>
    startProduct({
      PORT: String(productPort),
      PUBLIC_URL: origin,
      DATA_DIR: dataDir,
      TRUSTED_PROXY_HOPS: '1',
      WEBHOOKS_ALLOW_PRIVATE: 'on',
    }),
  ),
)
for (const { child } of running) child.stderr?.pipe(process.stderr)

process.on('SIGTERM', () => {
  for (const { child } of running) child.kill('SIGTERM')
  void Promise.all(running.map(({ exited }) => exited)).then((codes) =>
    process.exit(codes.find((code) => code !== 0) ?? 0),
  )
})

await Promise.all(running.map(untilReady))
process.stdout.write('All products are ready\n')
