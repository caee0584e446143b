import { pino } from 'pino'
import { openDatabase } from '#server/platform/database/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { trialJob } from '#testing/trial-job.ts'

// Takes what is due of the table of a test, says so, and never finishes it: to be killed.

const database = await openDatabase({ databaseUrl: process.argv[2] ?? '' })
const job = trialJob(
  { database, clock: systemClock, log: pino({ level: 'silent' }) },
  {
    send: () => {
      process.stdout.write('taken\n')
      return new Promise(() => setInterval(() => {}, 1000))
    },
  },
)
await job.run(null, () => false)
