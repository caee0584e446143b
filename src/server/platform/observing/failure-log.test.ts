import { expect, test } from 'vitest'
import { createFailureLog } from './failure-log.ts'
import { createLog } from './log.ts'

function collect() {
  const lines: { level: number; msg: string; err?: { stack: string }; cause?: string; requestId?: string }[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const now = { at: 0 }
  return { lines, now, logFailure: createFailureLog(log, { now: () => new Date(now.at) }) }
}

const outage = () => new Error('Failed query', { cause: Object.assign(new Error('connect'), { code: 'EHOSTUNREACH' }) })

test('an outage of the database is logged with one stack a minute, and a line for each request', () => {
  const { lines, now, logFailure } = collect()
  for (let second = 0; second < 180; second++) {
    now.at = second * 1000
    logFailure(outage(), { requestId: `r${second}` }, 'unexpected failure')
  }
  expect(lines).toHaveLength(180)
  expect(lines.filter(({ err }) => err)).toHaveLength(3)
  expect(lines[1]).toMatchObject({
    level: 40,
    cause: 'EHOSTUNREACH',
    requestId: 'r1',
    msg: 'unexpected failure: the database is unavailable',
  })
})

test('every other failure is logged with its stack, also during an outage', () => {
  const { lines, logFailure } = collect()
  logFailure(outage(), {}, 'unexpected failure')
  logFailure(new TypeError('x is not a function'), {}, 'unexpected failure')
  logFailure(new TypeError('x is not a function'), {}, 'unexpected failure')
  expect(lines.map(({ err }) => err?.stack.includes('failure-log.test.ts'))).toEqual([true, true, true])
})
