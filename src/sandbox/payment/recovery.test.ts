import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openOrder, readStatus, startClock, startMerchant, startSandbox } from './sandbox-for-tests.ts'

const folder = mkdtempSync(join(tmpdir(), 'cendaki-journal-'))
afterAll(() => rmSync(folder, { recursive: true }))
const newPath = () => join(mkdtempSync(join(folder, 'journal-')), 'journal.ndjson')

test('orders, charges, knobs and the clock offset survive a killed process', async () => {
  const journalPath = newPath()
  const first = startSandbox({ journalPath })
  const { token } = await openOrder(first, 'ORDER-1')
  first.control.pay('ORDER-1')
  first.control.setChaos({ extraCopies: 2 }, 'ORDER-1')
  first.control.advanceClock(60_000)
  const before = await readStatus(first, 'ORDER-1')
  // Not closed, as after a kill.
  const second = startSandbox({ journalPath })
  expect(await readStatus(second, 'ORDER-1')).toEqual(before)
  expect(second.control.findOrder('ORDER-1')).toMatchObject({ token, status: 'capture' })
  expect(second.control.chaos('ORDER-1').extraCopies).toBe(2)
  expect(second.control.now()).toEqual(new Date('2026-11-21T03:01:00.000Z'))
  await Promise.all([first.close(), second.close()])
})

test('a notification in flight when the process dies is sent again by the next one, byte for byte', async () => {
  const journalPath = newPath()
  const hanging = startMerchant(() => new Promise<Response>(() => {}))
  const first = startSandbox({ journalPath, deliver: hanging.deliver })
  await openOrder(first, 'ORDER-1')
  first.control.pay('ORDER-1')
  await expect.poll(() => hanging.received.length).toBe(1)
  await first.close()
  const merchant = startMerchant()
  const second = startSandbox({ journalPath, deliver: merchant.deliver })
  // An interrupted attempt does not count as a retry.
  expect(second.control.webhookLog()[0]).toMatchObject({ attempts: [] })
  await second.control.idle({ scheduledToo: true })
  expect(merchant.received.map(({ text }) => text)).toEqual(hanging.received.map(({ text }) => text))
  await second.close()
  const third = startSandbox({ journalPath, deliver: merchant.deliver })
  await third.control.idle({ scheduledToo: true })
  expect(merchant.received).toHaveLength(1)
  await third.close()
})

test('a scheduled retry resumes with its count', async () => {
  const journalPath = newPath()
  const failing = startMerchant(() => new Response(null, { status: 500 }))
  const first = startSandbox({ journalPath, deliver: failing.deliver, minuteMs: 60_000 })
  await openOrder(first, 'ORDER-1')
  first.control.pay('ORDER-1')
  await first.control.idle()
  await first.close()
  const clock = startClock('2026-11-21T05:00:00.000Z')
  const second = startSandbox({ journalPath, deliver: failing.deliver, clock, minuteMs: 60 })
  await second.control.idle({ scheduledToo: true })
  // 500 allows one retry.
  expect(failing.received).toHaveLength(2)
  await second.close()
})

test('a payment that expired while the process was down is notified at the next start', async () => {
  const journalPath = newPath()
  const first = startSandbox({ journalPath })
  await openOrder(first, 'ORDER-1')
  first.control.payLater('ORDER-1')
  await first.control.idle()
  await first.close()
  const merchant = startMerchant()
  const second = startSandbox({ journalPath, deliver: merchant.deliver, clock: startClock('2026-11-23T03:00:00.000Z') })
  await expect.poll(merchant.statuses).toEqual(['expire'])
  await second.close()
})

test('a journal cut at any byte opens again, and a paid order is never restored without its notification', async () => {
  const journalPath = newPath()
  const whole = startSandbox({ journalPath })
  await openOrder(whole, 'ORDER-1')
  whole.control.pay('ORDER-1')
  await whole.control.idle()
  await whole.close()
  const bytes = readFileSync(journalPath)
  for (let cut = 0; cut <= bytes.length; cut += 97) {
    const path = newPath()
    writeFileSync(path, bytes.subarray(0, cut))
    const sandbox = startSandbox({ journalPath: path })
    const order = sandbox.control.findOrder('ORDER-1')
    expect(sandbox.control.webhookLog('ORDER-1').length > 0).toBe(order?.status === 'capture')
    await sandbox.close()
  }
})
