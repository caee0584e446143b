import { releaseMemoryWhenQuiet } from '#server/process/release-memory.ts'

// A process that needs 200 MB once, then rests until its input ends. Prints resident megabytes every 100 ms.

releaseMemoryWhenQuiet({ checkEveryMs: 100 })
let values: object[] = Array.from({ length: 2_000_000 }, (_, index) => ({ index, text: `value ${index}` }))
process.stdout.write(`needs ${values.length}\n`)
values = []
setInterval(() => process.stdout.write(`${Math.round(process.memoryUsage.rss() / 1024 ** 2)}\n`), 100)
process.stdin.resume().on('end', () => process.exit())
