import { expect, test } from 'vitest'
import { createMerchantChannel } from './merchant-channel.js'

function framedPage(merchantOrigins = ['https://kelas.example']) {
  const heard: string[] = []
  const told: [message: unknown, targetOrigin: string][] = []
  const parent = { postMessage: (message: unknown, targetOrigin: string) => told.push([message, targetOrigin]) }
  let receive = (_event: { origin: string; source: unknown; data: unknown }) => {}
  const page = {
    parent,
    addEventListener: (_type: 'message', listener: typeof receive) => {
      receive = listener
    },
  }
  const channel = createMerchantChannel({ page, merchantOrigins, onMessage: ({ paysim }) => heard.push(paysim) })
  return { heard, told, parent, channel, receive: (origin: string, source: unknown, data: unknown) => receive({ origin, source, data }) }
}

test('the payment page obeys only its own parent on a merchant origin', () => {
  const { heard, receive, parent } = framedPage()
  receive('https://evil.example', parent, { paysim: 'pay' })
  receive('https://kelas.example', {}, { paysim: 'pay' })
  receive('https://kelas.example.evil.example', parent, { paysim: 'pay' })
  receive('null', parent, { paysim: 'pay' })
  for (const data of ['pay', null, 7, {}, { paysim: 1 }]) receive('https://kelas.example', parent, data)
  expect(heard).toEqual([])
  receive('https://kelas.example', parent, { paysim: 'pay' })
  expect(heard).toEqual(['pay'])
})

test('it speaks only after the merchant greeted, and to that origin only', () => {
  const { told, channel, receive, parent } = framedPage(['https://kelas.example', 'https://www.kelas.example'])
  channel.send('ready')
  receive('https://evil.example', parent, { paysim: 'hello' })
  channel.send('ready')
  expect(told).toEqual([])
  receive('https://www.kelas.example', parent, { paysim: 'hello' })
  channel.send('result', { result: 1 })
  expect(told).toEqual([[{ paysim: 'result', result: 1 }, 'https://www.kelas.example']])
})
