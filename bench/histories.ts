import { runHistories } from '#testing/scale/run-histories.ts'
import { report } from './support/measure.ts'
import { runPostgres } from './support/resources.ts'

export async function run({ histories, seed }: { histories: number; seed: number }): Promise<void> {
  await using server = await runPostgres()
  const figures = await runHistories({
    templateUrl: server.url,
    histories,
    seed,
    onProgress: (what) => void process.stderr.write(`${what}\n`),
  })
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
  report(figures.violated.length === 0, `${figures.violated.length} histories with violated invariants`)
}
