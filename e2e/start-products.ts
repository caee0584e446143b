import { cp } from 'node:fs/promises'
import { startProduct, untilReady } from '../src/testing/processes/product-process.ts'
import { products, type ProductUnderTest } from './products.ts'

// Starts the products under test. The demo is filled in once, and copied: that takes longer than starting.

const start = ({ productPort, origin, dataDir }: ProductUnderTest) =>
  startProduct({
    PORT: String(productPort),
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    // As behind one proxy, so that a test can have an IP address of its own.
    TRUSTED_PROXY_HOPS: '1',
    // Webhooks may reach receivers of the tests on loopback.
    WEBHOOKS_ALLOW_PRIVATE: 'on',
  })

const [first, ...others] = products
if (!first) throw new Error('There are no products')
const filling = await start(first)
await untilReady(filling)
filling.child.kill('SIGTERM')
await filling.exited
for (const { dataDir } of others) await cp(first.dataDir, dataDir, { recursive: true })

const running = await Promise.all(products.map(start))
for (const { child } of running) child.stderr?.pipe(process.stderr)

process.on('SIGTERM', () => {
  for (const { child } of running) child.kill('SIGTERM')
  void Promise.all(running.map(({ exited }) => exited)).then((codes) =>
    process.exit(codes.find((code) => code !== 0) ?? 0),
  )
})

await Promise.all(running.map(untilReady))
process.stdout.write('All products are ready\n')
