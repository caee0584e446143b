import { expect, onTestFinished, test } from 'vitest'
import { noChaos } from '#sandbox/payment/payments/chaos.ts'
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

/** The actions that the page offers for an order. */
const offeredActions = async (send: ReturnType<typeof start>['send'], orderId: string) =>
  [
    ...(await (await send('', { headers: bearer })).text()).matchAll(
      /action="[^"]*\/_sim\/orders\/([^/"]+)\/([a-z-]+)"/g,
    ),
  ]
    .filter(([, id]) => id === orderId)
    .map(([, , action = '']) => action)

test('the page has a control for every knob, and the form sets each of them', async () => {
  const { send, control } = start()
  const page = await (await send('', { headers: bearer })).text()
  for (const [name, value] of Object.entries(noChaos)) {
    const [, choices] = new RegExp(`<select name="${name}">(.*?)</select>`).exec(page) ?? []
    const other =
      typeof value === 'number'
        ? value + 1
        : [...(choices ?? '').matchAll(/value="([^"]+)"/g)].map(([, one]) => one).find((one) => one !== String(value))
    if (typeof value === 'number') expect(page).toContain(`type="number" min="0" name="${name}"`)
    expect(other, name).toBeDefined()
    expect((await send('/chaos', form(bearer, { [name]: String(other) }))).status, name).toBe(200)
    expect(String(control.chaos()[name as keyof typeof noChaos]), name).toBe(String(other))
  }
  for (const knob of ['buyerFeeIdr', 'orderIdIsTransactionId', 'numbersAndNulls'])
    expect(page).toContain(`name="${knob}"`)
})

test('whatever state an order is in, every action that the page offers is possible, and a bank takes a payment back and settles it again', async () => {
  const { sandbox, send, control } = start()
  const [states, pressed] = [new Set<string>(), new Set<string>()]
  let made = 0
  // Each way starts from a new order, because no action can be taken back.
  const ways: string[][] = [[]]
  for (let way = ways.shift(); way; way = ways.shift()) {
    const orderId = `ORDER-${++made}`
    await openOrder(sandbox, orderId)
    for (const action of way) {
      const answer = await send(`/orders/${orderId}/${action}`, form(bearer))
      expect(answer.status, way.join(', ')).toBe(200)
    }
    const { status, session } = control.findOrder(orderId) ?? {}
    const state = `${status} ${session} ${control.findOrder(orderId)?.wasPaid}`
    for (const action of way) pressed.add(action)
    if (states.has(state)) continue
    states.add(state)
    for (const action of await offeredActions(send, orderId)) ways.push([...way, action])
  }
  expect([...pressed]).toEqual(expect.arrayContaining(['reverse', 'restore', 'refund', 'chargeback']))
  await openOrder(sandbox, 'ORDER-BACK')
  const act = async (action: string) => (await send(`/orders/ORDER-BACK/${action}`, form(bearer))).json()
  await act('pay-later')
  await act('pay')
  expect(await offeredActions(send, 'ORDER-BACK')).toContain('reverse')
  expect(await act('reverse')).toMatchObject({ status: expect.stringMatching(/^(deny|failure|cancel)$/) })
  expect(await offeredActions(send, 'ORDER-BACK')).toEqual(['restore'])
  expect(await act('restore')).toMatchObject({ status: 'settlement' })
})
