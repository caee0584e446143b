const firstPort = Number(process.env.E2E_PORT ?? 3187)

/**
 * What journeys run on, side by side: each has the product to itself, so that one that renames the site disturbs nobody. Two keep two cores busy.
 */
export const stages = [0, 1].map((index) => ({
  port: firstPort + index,
  origin: `http://127.0.0.1:${firstPort + index}`,
  dataDir: `.data/e2e-${index}`,
}))
