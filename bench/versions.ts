import { openVersionBefore } from '#testing/processes/version-before.ts'
import { runChaos } from '#testing/chaos/run-chaos.ts'
import { report } from './support/measure.ts'
import { runPostgres } from './support/resources.ts'

type Options = { commit: string; purchases: number; seed: number; 'kill-every': number }

export async function run({ commit, purchases, seed, 'kill-every': killEvery }: Options): Promise<void> {
  await using server = await runPostgres()
  const before = await openVersionBefore(commit)
  try {
    const figures = await runChaos({
      templateUrl: server.url,
      purchases,
      seed,
      buyersAtOnce: 8,
      killEvery,
      versions: [undefined, before.root],
      onProgress: (what) => void process.stderr.write(`${what}\n`),
    })
    process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
    report(figures.violated.length === 0, `${figures.violated.length} violated invariants`)
  } finally {
    await before.close()
  }
}
