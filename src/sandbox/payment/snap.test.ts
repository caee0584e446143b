// snap.js in a minimal fake page. End-to-end tests in a real browser are in e2e/.
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
    addEventListener: (type: string, listener: Listener) =>
      listeners.set(type, [...(listeners.get(type) ?? []), listener]),
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
    location: { assign: (url: string) => visited.push(url) },
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
  const options = {
    onSuccess: record('success'),
    onPending: record('pending'),
    onError: record('error'),
    onClose: record('close'),
  }
  const last = (tag: string) => made.findLast((element) => element.tag === tag) as FakeElement
  return {
    snap,
    calls,
    visited,
    made,
    pay: () => snap.pay('token-1', options),
    last,
    button: (label: string) =>
      made.findLast((element) => element.tag === 'button' && element.textContent === label) as FakeElement,
    receive: (
      data: unknown,
      { origin = sandboxOrigin, from = last('iframe')['contentWindow'] }: { origin?: string; from?: unknown } = {},
    ) => {
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

test('a browser without the needed features is redirected to the payment page', () => {
  const { snap, pay, visited, made } = loadSnap({ isOld: true })
  snap.show()
  pay()
  snap.hide()
  expect(visited).toEqual([`${sandboxOrigin}/sandbox/payment/snap/v4/redirection/token-1`])
  expect(made.some((element) => element['open'])).toBe(false)
})

test('results are accepted only from its frame on the sandbox origin', () => {
  const { pay, receive, calls } = loadSnap()
  pay()
  receive(result('200'), { origin: 'https://evil.example' })
  receive(result('200'), { from: {} })
  for (const data of [null, 'result', 3]) receive(data)
  expect(calls).toEqual([])
  receive(result('200'))
  expect(calls).toEqual([['success', { status_code: '200' }]])
})

test.each([
  ['200', 'success'],
  ['201', 'pending'],
  ['202', 'error'],
  ['406', 'error'],
  ['407', 'error'],
])('status code %s calls %s once, after the dialog was removed', (statusCode, name) => {
  const { pay, receive, calls, last, button } = loadSnap()
  pay()
  receive(result(statusCode))
  receive(result('200'))
  button('Tutup').emit('click')
  last('dialog').emit('cancel')
  expect(calls).toEqual([[name, { status_code: statusCode }]])
  expect(last('dialog')['isConnected']).toBe(false)
})

test.each(['Tutup', 'Esc', 'hide'])('%s calls onClose once, without an argument', (way) => {
  const { pay, receive, calls, last, button, snap } = loadSnap()
  pay()
  if (way === 'Tutup') button('Tutup').emit('click')
  else if (way === 'Esc') last('dialog').emit('cancel')
  else snap.hide()
  receive(result('200'))
  expect(calls).toEqual([['close']])
})

test('closing after a payment number was issued calls onPending', () => {
  const { pay, receive, calls, button } = loadSnap()
  pay()
  receive({ paysim: 'waiting', result: { status_code: '201', payment_type: 'bank_transfer' } })
  button('Tutup').emit('click')
  expect(calls).toEqual([['pending', { status_code: '201', payment_type: 'bank_transfer' }]])
})

test('a second pay() while the pop-up is open throws the message of the provider; after closing it works', () => {
  const { pay, receive, snap, calls } = loadSnap()
  pay()
  expect(() => pay()).toThrow('Invalid state transition from PopupInView to PopupInView')
  receive(result('202'))
  pay()
  receive(result('200'))
  expect(calls.map(([name]) => name)).toEqual(['error', 'success'])
  snap.show()
  pay()
  expect(() => pay()).toThrow()
})

test('the buttons send commands to the frame, to the sandbox origin only', () => {
  const { pay, last, button, receive } = loadSnap()
  for (const [label, command] of [
    ['Bayar', 'pay'],
    ['Bayar Nanti', 'pay-later'],
    ['Tolak', 'deny'],
  ] as const) {
    pay()
    receive({ paysim: 'ready', order: { orderId: 'O', itemName: 'I', amountText: 'Rp 1', problem: null, hint: '' } })
    button(label).emit('click')
    expect((last('iframe')['contentWindow'] as { posted: unknown[] }).posted.at(-1)).toEqual([
      { paysim: command },
      sandboxOrigin,
    ])
    receive(result('200'))
  }
})
