import { parseArgs } from 'node:util'
import { runChaos } from '#testing/chaos/run-chaos.ts'
import { startPostgres } from '#testing/postgres/start-postgres.ts'

// Runs thousands of purchases with injected faults, then checks every invariant. Exits with 1 when one is violated.
//   npm run bench:chaos -- --purchases 2000 --seed 1

const { values } = parseArgs({
  options: { purchases: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' }, 'kill-every': { type: 'string', default: '60' } },
})

const server = await startPostgres()
try {
  const figures = await runChaos({
    templateUrl: server.url,
    purchases: Number(values.purchases),
    seed: Number(values.seed),
    buyersAtOnce: 16,
    killEvery: Number(values['kill-every']),
    onProgress: (what) => process.stderr.write(`${what}\n`),
  })
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
  process.exitCode = figures.violated.length === 0 ? 0 : 1
} finally {
  await server.stop()
}
