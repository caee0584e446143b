import { freePorts } from '../src/testing/processes/product-process.ts'

// Two keep two cores busy.
const count = 2

// The first process of a run picks the ports; its workers load this file again and find them in the environment.
process.env.E2E_PORTS ??= (await freePorts(count * 2)).join(' ')
const ports = process.env.E2E_PORTS.split(' ').map(Number)

/**
 * The products under test, one per worker, so that a test that renames the site disturbs no other. The browser reaches a product at
 * `origin`, through a connection that tests can cut; `directOrigin` is always reachable.
 */
export const products = Array.from({ length: count }, (_, index) => {
  const [connectionPort = 0, productPort = 0] = ports.slice(index * 2)
  return {
    connectionPort,
    productPort,
    origin: `http://127.0.0.1:${connectionPort}`,
    directOrigin: `http://127.0.0.1:${productPort}`,
    dataDir: `.data/e2e-${index}`,
  }
})
export type ProductUnderTest = (typeof products)[number]

export function productOf({ parallelIndex }: { parallelIndex: number }): ProductUnderTest {
  const product = products[parallelIndex]
  if (!product) throw new Error(`There are ${count} products; worker ${parallelIndex} has none`)
  return product
}
