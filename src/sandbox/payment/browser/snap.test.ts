// snap.js in a page just real enough to hear its messages. Journeys in a real browser lie in e2e/.
import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'

const source = readFileSync(new URL('./snap.js', import.meta.url), 'utf8')
const sandboxOrigin = 'http://127.0.0.1:4010'
const result = (statusCode: string) => ({ paysim: 'result', result: { status_code: statusCode } })

type Listener = (event: Record<string, unknown>) => void
type FakeElement = Record<string, unknown> & {
  tag: string
  textContent: string
  attributes: Map<string, string>
  emit(type: string): void
  children: FakeElement[]
}

function frameWindow() {
  const posted: unknown[] = []
  return { posted, postMessage: (message: unknown, targetOrigin: string) => posted.push([message, targetOrigin]) }
}

function makeElement(tag: string, made: FakeElement[]): FakeElement {
  const listeners = new Map<string, Listener[]>()
  const element: FakeElement = {
    tag,
    textContent: '',
    attributes: new Map(),
    children: [],
    style: {},
    dataset: {},
    isConnected: true,
    hidden: false,
    contentWindow: frameWindow(),
    append: (...children: FakeElement[]) => {
      for (const child of children) {
        child['parentElement'] = element
        element.children.push(child)
      }
    },
    setAttribute: (name: string, value: string) => element.attributes.set(name, value),
    toggleAttribute: () => {},
    addEventListener: (type: string, listener: Listener) => listeners.set(type, [...(listeners.get(type) ?? []), listener]),
    emit: (type) => {
      for (const listener of listeners.get(type) ?? []) listener({ preventDefault() {} })
    },
    focus() {},
    remove() {
      element['isConnected'] = false
    },
    showModal() {
      element['open'] = true
    },
    close() {
      element['open'] = false
      element.emit('close')
    },
  }
  made.push(element)
  return element
}

function loadSnap({ isOld = false } = {}) {
  const made: FakeElement[] = []
  const listeners = new Set<Listener>()
  const script = { src: `${sandboxOrigin}/sandbox/payment/snap/snap.js`, dataset: { clientKey: 'SIM-client' } }
  const document = {
    currentScript: script,
    createElement: (tag: string) => makeElement(tag, made),
    adoptedStyleSheets: [],
    documentElement: { style: {} },
    body: makeElement('body', []),
    activeElement: null,
  }
  const visited: string[] = []
  const window: Record<string, unknown> = {
    location: { assign: (address: string) => visited.push(address) },
    addEventListener: (_: string, listener: Listener) => listeners.add(listener),
    removeEventListener: (_: string, listener: Listener) => listeners.delete(listener),
  }
  class CSSStyleSheet {
    replaceSync() {}
  }
  runInContext(
    source,
    createContext({
      document,
      window,
      ...(isOld ? {} : { CSSStyleSheet }),
      URL,
      encodeURIComponent,
      setTimeout: () => 0,
      clearTimeout() {},
      getComputedStyle: () => ({ colorScheme: 'normal' }),
    }),
  )
  const snap = window['snap'] as Record<'pay' | 'hide' | 'show', (token?: string, options?: object) => void>
  const calls: unknown[][] = []
  const record =
    (name: string) =>
    (...given: unknown[]) =>
      calls.push([name, ...given])
  const options = { onSuccess: record('success'), onPending: record('pending'), onError: record('error'), onClose: record('close') }
  const last = (tag: string) => made.findLast((element) => element.tag === tag) as FakeElement
  return {
    snap,
    calls,
    visited,
    made,
    pay: () => snap.pay('token-1', options),
    last,
    button: (label: string) => made.findLast((element) => element.tag === 'button' && element.textContent === label) as FakeElement,
    hear: (data: unknown, { origin = sandboxOrigin, from = last('iframe')['contentWindow'] }: { origin?: string; from?: unknown } = {}) => {
      listeners.forEach((listener) => listener({ origin, source: from, data }))
    },
  }
}

test('the frame is the sandboxed pop-up page of the token, with the client key of the script tag', () => {
  const { pay, last } = loadSnap()
  pay()
  expect(last('iframe')['src']).toBe(`${sandboxOrigin}/sandbox/payment/snap/v4/popup/token-1?client_key=SIM-client`)
  expect(last('iframe').attributes.get('sandbox')).toBe('allow-scripts allow-forms allow-same-origin allow-popups')
  expect(last('dialog').attributes.get('aria-labelledby')).toBe('paysim-title')
})

test('a browser too old for the pop-up is sent to the payment’s own page', () => {
  const { snap, pay, visited, made } = loadSnap({ isOld: true })
  snap.show()
  pay()
  snap.hide()
  expect(visited).toEqual([`${sandboxOrigin}/sandbox/payment/snap/v4/redirection/token-1`])
  expect(made.some((element) => element['open'])).toBe(false)
})

test('results count only from the own frame on the sandbox origin', () => {
  const { pay, hear, calls } = loadSnap()
  pay()
  hear(result('200'), { origin: 'https://evil.example' })
  hear(result('200'), { from: {} })
  for (const data of [null, 'result', 3]) hear(data)
  expect(calls).toEqual([])
  hear(result('200'))
  expect(calls).toEqual([['success', { status_code: '200' }]])
})

test.each([
  ['200', 'success'],
  ['201', 'pending'],
  ['202', 'error'],
  ['406', 'error'],
  ['407', 'error'],
])('status code %s calls %s, once, and the dialog is gone by then', (statusCode, name) => {
  const { pay, hear, calls, last, button } = loadSnap()
  pay()
  hear(result(statusCode))
  hear(result('200'))
  button('Tutup').emit('click')
  last('dialog').emit('cancel')
  expect(calls).toEqual([[name, { status_code: statusCode }]])
  expect(last('dialog')['isConnected']).toBe(false)
})

test.each(['Tutup', 'Esc', 'hide'])('%s calls onClose without an argument, once', (way) => {
  const { pay, hear, calls, last, button, snap } = loadSnap()
  pay()
  if (way === 'Tutup') button('Tutup').emit('click')
  else if (way === 'Esc') last('dialog').emit('cancel')
  else snap.hide()
  hear(result('200'))
  expect(calls).toEqual([['close']])
})

test('closing after a number was given is pending: the payer has finished here', () => {
  const { pay, hear, calls, button } = loadSnap()
  pay()
  hear({ paysim: 'waiting', result: { status_code: '201', payment_type: 'bank_transfer' } })
  button('Tutup').emit('click')
  expect(calls).toEqual([['pending', { status_code: '201', payment_type: 'bank_transfer' }]])
})

test('a second pay() while the pop-up is open throws the words of the provider; afterwards it works', () => {
  const { pay, hear, snap, calls } = loadSnap()
  pay()
  expect(() => pay()).toThrow('Invalid state transition from PopupInView to PopupInView')
  hear(result('202'))
  pay()
  hear(result('200'))
  expect(calls.map(([name]) => name)).toEqual(['error', 'success'])
  snap.show()
  pay()
  expect(() => pay()).toThrow()
})

test('the buttons command the frame, addressed to the sandbox origin only', () => {
  const { pay, last, button, hear } = loadSnap()
  for (const [label, command] of [
    ['Bayar', 'pay'],
    ['Bayar Nanti', 'pay-later'],
    ['Tolak', 'deny'],
  ] as const) {
    pay()
    hear({ paysim: 'ready', order: { orderId: 'O', itemName: 'I', amountText: 'Rp 1', problem: null, hint: '' } })
    button(label).emit('click')
    expect((last('iframe')['contentWindow'] as { posted: unknown[] }).posted.at(-1)).toEqual([{ paysim: command }, sandboxOrigin])
    hear(result('200'))
  }
})
