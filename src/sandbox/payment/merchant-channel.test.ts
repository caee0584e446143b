import { expect, test } from 'vitest'
import { createMerchantChannel } from './merchant-channel.js'

function framedPage(merchantOrigins = ['https://kelas.example']) {
  const received: string[] = []
  const sent: [message: unknown, targetOrigin: string][] = []
  const parent = { postMessage: (message: unknown, targetOrigin: string) => sent.push([message, targetOrigin]) }
  let receive = (_event: { origin: string; source: unknown; data: unknown }) => {}
  const page = {
    parent,
    addEventListener: (_type: 'message', listener: typeof receive) => {
      receive = listener
    },
  }
  const channel = createMerchantChannel({ page, merchantOrigins, onMessage: ({ paysim }) => received.push(paysim) })
  return {
    received,
    sent,
    parent,
    channel,
    receive: (origin: string, source: unknown, data: unknown) => receive({ origin, source, data }),
  }
}

test('the payment page handles messages only from its parent window on a merchant origin', () => {
  const { received, receive, parent } = framedPage()
  receive('https://evil.example', parent, { paysim: 'pay' })
  receive('https://kelas.example', {}, { paysim: 'pay' })
  receive('https://kelas.example.evil.example', parent, { paysim: 'pay' })
  receive('null', parent, { paysim: 'pay' })
  for (const data of ['pay', null, 7, {}, { paysim: 1 }]) receive('https://kelas.example', parent, data)
  expect(received).toEqual([])
  receive('https://kelas.example', parent, { paysim: 'pay' })
  expect(received).toEqual(['pay'])
})

test('it sends messages only after the first message of the merchant, and only to that origin', () => {
  const { sent, channel, receive, parent } = framedPage(['https://kelas.example', 'https://www.kelas.example'])
  channel.send('ready')
  receive('https://evil.example', parent, { paysim: 'hello' })
  channel.send('ready')
  expect(sent).toEqual([])
  receive('https://www.kelas.example', parent, { paysim: 'hello' })
  channel.send('result', { result: 1 })
  expect(sent).toEqual([[{ paysim: 'result', result: 1 }, 'https://www.kelas.example']])
})
