import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startProxy, type Proxy } from '#testing/postgres/proxy.ts'
import { startShop, type Shop } from '#testing/processes/shop-processes.ts'
import { startLoad } from '#testing/scale/steady-load.ts'
import { createPostgresCopy } from '#testing/postgres/postgres-copy.ts'

// The short version of `npm run bench -- processes`.

let shop: Shop
let proxy: Proxy
beforeAll(async () => {
  const directUrl = await createPostgresCopy(inject('postgresTemplateUrl'))
  shop = await startShop({
    directUrl,
    processes: 2,
    students: 1,
    env: { DATABASE_URL: directUrl, SHUTDOWN_DELAY_SECONDS: '1' },
  })
  proxy = await startProxy(shop.ports)
}, 180_000)
afterAll(async () => {
  await proxy?.close()
  await shop?.close()
})

test(
  'two processes are restarted one after another under load, and no request fails',
  { timeout: 180_000 },
  async () => {
    const load = startLoad(proxy.origin, {
      clients: 8,
      pathOf: (number) => (number % 2 ? '/' : `/api/courses?q=kelas%20${number}`),
    })
    for (const index of [0, 1]) {
      await expect.poll(proxy.readyCount).toBe(2)
      shop.products[index]?.child.kill('SIGTERM')
      expect(await shop.products[index]?.exited).toBe(0)
      await shop.restart(index)
    }
    const { served, failed } = await load.end()
    expect(failed).toEqual([])
    expect(served).toBeGreaterThan(100)
  },
)

test('connections are kept longer than those of proxies', async () => {
  expect((await fetch(`${shop.products[0]?.origin}/api/health`)).headers.get('keep-alive')).toBe('timeout=125')
})
