import { expect, onTestFinished, test } from 'vitest'
import { base, openOrder, startSandbox } from '#sandbox/payment/sandbox-for-tests.ts'

function start() {
  const sandbox = startSandbox()
  onTestFinished(() => sandbox.close())
  const send = (path: string, init: RequestInit = {}) => sandbox.fetch(new Request(`${base}/_sim${path}`, init))
  return { sandbox, control: sandbox.control, send }
}

const bearer = { authorization: 'Bearer operator-secret', accept: 'application/json' }
const form = (headers: Record<string, string>, fields: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers,
  body: new URLSearchParams(fields),
})

test('every route returns 401 without the token', async () => {
  const { send } = start()
  for (const [path, init] of [
    ['', {}],
    ['?token=wrong', {}],
    ['/orders', {}],
    ['/chaos', form({})],
  ] as const)
    expect((await send(path, init)).status).toBe(401)
})

test('the token in the URL sets a cookie for this path only and is removed from the URL', async () => {
  const { send } = start()
  const admitted = await send('?token=operator-secret')
  expect([admitted.status, admitted.headers.get('location')]).toEqual([303, '/sandbox/payment/_sim'])
  const cookie = admitted.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^paysim_operator=[\w-]+; Path=\/sandbox\/payment\/_sim; HttpOnly; SameSite=Strict$/)
  expect(cookie).not.toContain('operator-secret')
  const page = await send('', { headers: { cookie: cookie.split(';')[0] ?? '' } })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Belum ada pesanan')])
})

test('with the cookie alone only same-origin requests may run actions', async () => {
  const { sandbox, send, control } = start()
  await openOrder(sandbox, 'ORDER-1')
  const cookie = ((await send('?token=operator-secret')).headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  expect((await send('/orders/ORDER-1/pay', form({ cookie, 'sec-fetch-site': 'cross-site' }))).status).toBe(401)
  expect((await send('/orders/ORDER-1/pay', form({ cookie, 'sec-fetch-site': 'same-origin' }))).status).toBe(303)
  expect(control.findOrder('ORDER-1')).toMatchObject({ status: 'capture' })
})

test('every action on an order works over HTTP, and an impossible one returns the reason', async () => {
  const { sandbox, send } = start()
  await openOrder(sandbox, 'ORDER-1')
  const act = async (action: string, fields = {}) =>
    (await send(`/orders/ORDER-1/${action}`, form(bearer, fields))).json()
  for (const [action, status] of [
    ['deny', 'deny'],
    ['pay-later', 'pending'],
    ['pay', 'settlement'],
  ] as const)
    expect(await act(action)).toMatchObject({ status })
  expect(await act('refund', { amountIdr: '1000' })).toMatchObject({ status: 'partial_refund', refundedIdr: 1000 })
  expect(await act('chargeback')).toMatchObject({ status: 'chargeback' })
  expect(await act('expire')).toMatchObject({ status_code: '412' })
  await openOrder(sandbox, 'ORDER-2')
  expect(await (await send('/orders/ORDER-2/expire', form(bearer))).json()).toMatchObject({
    session: 'expired',
    status: null,
  })
})

test('the page lists orders and notifications, and redelivers', async () => {
  const { sandbox, send, control } = start()
  await openOrder(sandbox, 'ORDER-1')
  control.pay('ORDER-1')
  await control.idle()
  const page = await (await send('', { headers: bearer })).text()
  for (const text of ['ORDER-1', 'Belajar React', 'Rp 89.000', 'capture', 'Kirim ulang']) expect(page).toContain(text)
  const id = control.webhookLog()[0]?.id ?? ''
  await send(`/notifications/${encodeURIComponent(id)}/redeliver`, form(bearer))
  await control.idle()
  expect(control.webhookLog()).toHaveLength(2)
})

test('the forms set knobs and clock, and invalid values are rejected', async () => {
  const { send, control } = start()
  await send('/chaos', form(bearer, { extraCopies: '2', corruptSignature: 'true', createFailure: '502' }))
  expect(control.chaos()).toMatchObject({ extraCopies: 2, corruptSignature: true, createFailure: '502' })
  expect((await send('/chaos', form(bearer, { createFailure: '418' }))).status).toBe(409)
  expect((await send('/chaos', form(bearer, { dropNotices: '-1' }))).status).toBe(409)
  await send('/chaos/clear', form(bearer))
  expect(control.chaos()).toMatchObject({ extraCopies: 0 })
  await send('/clock', form(bearer, { minutes: '90' }))
  expect(control.now()).toEqual(new Date('2026-11-21T04:30:00.000Z'))
})
