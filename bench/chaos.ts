import { runChaos } from '#testing/chaos/run-chaos.ts'
import { report } from './support/measure.ts'
import { runPostgres } from './support/resources.ts'

type Options = { purchases: number; seed: number; 'kill-every': number }

export async function run({ purchases, seed, 'kill-every': killEvery }: Options): Promise<void> {
  await using server = await runPostgres()
  const onProgress = (what: string) => void process.stderr.write(`${what}\n`)
  const figures = await runChaos({ templateUrl: server.url, purchases, seed, buyersAtOnce: 16, killEvery, onProgress })
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
  report(figures.violated.length === 0, `${figures.violated.length} violated invariants`)
}
