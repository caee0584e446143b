// The payment page has three modes: hidden in the merchant's dialog ('popup'), framed in an element of the merchant ('embed'), or standalone ('page').
import { createMerchantChannel } from './merchant-channel.js'
import { drawMethods, element } from './payment-methods.js'

const view = JSON.parse(document.getElementById('session').textContent)
const main = document.getElementById('payment')
// A pop-up URL opened in a tab has no parent to report to, so it becomes a standalone page.
let mode = document.documentElement.dataset.page === 'popup' && window.parent !== window ? 'popup' : 'page'
const channel = createMerchantChannel({ page: window, merchantOrigins: view.merchantOrigins, onMessage })

function onMessage(message) {
  if (message.paysim === 'hello') greet(message)
  if (message.paysim === 'methods' && message.shown) draw(message.selected)
  if (['pay', 'pay-later', 'deny'].includes(message.paysim)) takeShortCut(message.paysim)
}

function greet({ page, colorScheme }) {
  document.documentElement.style.colorScheme = colorScheme === 'normal' ? 'light' : colorScheme
  if (page === 'embed') {
    mode = 'embed'
    document.documentElement.dataset.page = 'embed'
    draw()
  }
  const { orderId, itemName, amountText, problem, hint } = view
  channel.send('ready', { order: { orderId, itemName, amountText, problem, hint } })
}

/** Sends one payment attempt and returns the provider's response. Never throws. */
async function charge(fields) {
  try {
    const response = await fetch(view.chargeUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })
    return await response.json()
  } catch {
    return { status_code: '500', status_message: ['Sambungan terputus. Periksa internetmu, lalu coba lagi.'] }
  }
}

async function takeShortCut(shortCut) {
  const buttons = main.querySelectorAll('button')
  for (const button of buttons) button.disabled = true
  finish(await charge({ shortCut }))
}

function finish(result) {
  if (mode !== 'page') return channel.send('result', { result })
  if (isDone(result) && result.finish_redirect_url) return location.assign(result.finish_redirect_url)
  if (isDone(result)) return drawOutcome(result)
  drawPage(messageOf(result))
}

function isDone(result) {
  return result.status_code === '200' || result.status_code === '201'
}

function messageOf(result) {
  if (result.transaction_status === 'deny') return 'Pembayaran ditolak. Kamu bisa mencoba lagi atau memilih cara lain.'
  if (result.status_code === '406') return 'Pembayaran ini sudah diproses.'
  return Array.isArray(result.status_message) ? result.status_message.join(' ') : result.status_message
}

function methods(selected) {
  return drawMethods({
    view,
    charge,
    selected,
    onDone: finish,
    onWaiting(result) {
      view.pending = result
      if (mode !== 'page') channel.send('waiting', { result })
    },
  })
}

function draw(selected) {
  if (mode === 'page') return drawPage('')
  main.replaceChildren(
    ...(mode === 'embed' ? [summary()] : []),
    view.problem ? problemLine(view.problem) : methods(selected),
  )
}

function summary() {
  const row = (label, value, className = '') =>
    element('div', {}, element('dt', { textContent: label }), element('dd', { textContent: value, className }))
  return element(
    'dl',
    { className: 'summary' },
    row('Nomor pesanan', view.orderId, 'order-id'),
    row('Item', view.itemName),
    row('Total', view.amountText, 'amount'),
  )
}

function problemLine(text) {
  const line = element('p', { className: 'problem', textContent: text })
  line.setAttribute('role', 'alert')
  return line
}

function drawPage(problem) {
  const shortCuts = [
    ['pay', 'Bayar'],
    ['pay-later', 'Bayar Nanti'],
    ['deny', 'Tolak'],
  ].map(([shortCut, label]) => {
    const button = element('button', { type: 'button', textContent: label, onclick: () => takeShortCut(shortCut) })
    button.dataset.kind = shortCut
    return button
  })
  const others = element(
    'details',
    { className: 'others', open: Boolean(view.pending) },
    element('summary', { textContent: 'Metode lain' }),
    methods(),
  )
  const choices = view.problem
    ? [problemLine(view.problem)]
    : [element('div', { className: 'buttons' }, ...shortCuts), others]
  main.replaceChildren(
    heading(),
    summary(),
    ...(problem ? [problemLine(problem)] : []),
    hintLine(),
    ...choices,
    closing(),
  )
}

function heading() {
  return element(
    'header',
    {},
    element('h1', { textContent: 'Pembayaran Sandbox' }),
    element('p', { textContent: 'Ini simulasi. Tidak ada uang sungguhan yang berpindah.' }),
  )
}

function hintLine() {
  return element('p', {
    className: 'hint',
    textContent: view.pending ? 'Menunggu pembayaran. Bayar sekarang atau nanti.' : '',
  })
}

/** 'Tutup' returns to the merchant with the query parameters that the provider sends for an unfinished payment. */
function closing() {
  if (!view.finishUrl) return element('p', { className: 'hint', textContent: 'Selesai? Halaman ini boleh ditutup.' })
  const known = view.pending || view.outcome
  const url = new URL(view.finishUrl)
  url.searchParams.set('order_id', view.orderId)
  url.searchParams.set('status_code', '201')
  url.searchParams.set('transaction_status', 'pending')
  return element('a', {
    className: 'button',
    href: (known && known.finish_redirect_url) || url.href,
    textContent: 'Tutup',
  })
}

function drawOutcome(result) {
  const isPaid = result.status_code === '200'
  const title = element('h2', { textContent: isPaid ? 'Pembayaran berhasil' : 'Menunggu pembayaran', tabIndex: -1 })
  const account = accountOf(result)
  const text = isPaid
    ? 'Terima kasih! Halaman ini boleh ditutup.'
    : account
      ? `Bayar ke nomor ${account}. Halaman ini boleh ditutup.`
      : 'Kami kabari penjual begitu pembayaran diterima. Halaman ini boleh ditutup.'
  main.replaceChildren(
    heading(),
    summary(),
    element('section', { className: isPaid ? 'outcome paid' : 'outcome' }, title, element('p', { textContent: text })),
  )
  title.focus()
}

function accountOf(result) {
  return result.va_numbers ? result.va_numbers[0].va_number : result.permata_va_number || result.bill_key || ''
}

// Esc pressed inside the frame does not reach the merchant's dialog.
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && mode === 'popup') channel.send('close')
})
new ResizeObserver(() => channel.send('height', { heightPx: Math.ceil(main.getBoundingClientRect().height) })).observe(
  main,
)
if (mode === 'page') drawPage('')
