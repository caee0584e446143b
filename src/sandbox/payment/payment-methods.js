// The methods behind 'Metode lain': card form, virtual account, QRIS, and the panel of a pending payment.

const pollMs = 3000

export function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

/**
 * @param {{ view: object, charge(fields: object): Promise<object>, selected?: string, onDone(result: object): void, onWaiting(result: object): void }} options
 * `onDone` ends the session. `onWaiting` reports that a number or code was issued while the page stays open.
 */
export function drawMethods(options) {
  const { view, selected } = options
  const root = element('div', { className: 'methods' })
  if (view.pending) {
    showWaiting(root, options, view.pending)
    return root
  }
  const accounts = view.methods.filter(({ id }) => id.endsWith('_va') || id === 'echannel')
  const card = view.methods.find(({ id }) => id === 'credit_card')
  const qris = view.methods.find(({ id }) => id === 'qris')
  const tabs = [
    card && { id: 'credit_card', label: 'Kartu', draw: () => cardForm(options, card) },
    accounts.length > 0 && {
      id: 'bank_transfer',
      label: 'Virtual Account',
      draw: () => accountForm(root, options, accounts),
    },
    qris && { id: 'qris', label: 'QRIS', draw: () => qrisForm(root, options, qris) },
  ].filter(Boolean)
  if (tabs.length === 0)
    root.append(element('p', { textContent: 'Penjual tidak membuka metode yang ada di sandbox ini.' }))
  else
    showTabs(
      root,
      tabs,
      tabs.find(({ id }) => id === selected || (id === 'bank_transfer' && /_va$|^echannel$/.test(selected || ''))) ||
        tabs[0],
    )
  return root
}

function showTabs(root, tabs, first) {
  const panel = element('div', { className: 'panel' })
  const choices = tabs.map((tab) => {
    const input = element('input', {
      type: 'radio',
      name: 'method',
      value: tab.id,
      checked: tab === first,
      onchange: () => panel.replaceChildren(tab.draw()),
    })
    return element('label', {}, input, element('span', { textContent: tab.label }))
  })
  root.replaceChildren(
    element('fieldset', { className: 'tabs' }, element('legend', { textContent: 'Metode pembayaran' }), ...choices),
    panel,
  )
  panel.append(first.draw())
}

function field(name, label, properties) {
  const input = element('input', {
    id: `card-${name}`,
    name,
    autocomplete: 'off',
    inputMode: 'numeric',
    required: true,
    ...properties,
  })
  const problem = element('span', { className: 'field-problem', id: `card-${name}-problem` })
  input.setAttribute('aria-describedby', problem.id)
  const wrapped = element(
    'div',
    { className: 'field' },
    element('label', { htmlFor: input.id, textContent: label }),
    input,
    problem,
  )
  function showProblem(message) {
    problem.textContent = message
    input.toggleAttribute('aria-invalid', message !== '')
    if (message) input.focus()
  }
  return { input, wrapped, showProblem }
}

function cardForm({ view, charge, onDone }, card) {
  if (card.problem) return unavailable(card.problem)
  const number = field('number', 'Nomor kartu', { maxLength: 23, placeholder: '4811 1111 1111 1114' })
  const expiry = field('expiry', 'Masa berlaku', { maxLength: 7, placeholder: 'BB/TT' })
  const cvv = field('cvv', 'CVV', { maxLength: 4, placeholder: '123' })
  const otp = field('otp', 'Kode OTP dari bank (kartu uji: 112233)', { maxLength: 6 })
  const fields = { number, expiry, cvv, otp }
  const submit = element('button', { type: 'submit', textContent: 'Bayar dengan kartu' })
  submit.dataset.kind = 'pay'
  const details = element('div', { className: 'card-fields' }, number.wrapped, expiry.wrapped, cvv.wrapped)
  otp.wrapped.hidden = true
  otp.input.required = false
  const form = element('form', { noValidate: true }, details, otp.wrapped, testCardList(view.cards, fields), submit)

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    submit.disabled = true
    const values = {
      method: 'credit_card',
      number: number.input.value,
      expiry: expiry.input.value,
      cvv: cvv.input.value,
    }
    const result = await charge(otp.wrapped.hidden ? values : { ...values, otp: otp.input.value.trim() })
    submit.disabled = false
    for (const one of Object.values(fields)) one.showProblem('')
    if (result.problem) fields[result.problem.field].showProblem(result.problem.message)
    else if (result.otpRequired) askOtp()
    else onDone(result)
  })

  function askOtp() {
    details.hidden = true
    form.querySelector('details').hidden = true
    otp.wrapped.hidden = false
    submit.textContent = 'Kirim OTP'
    otp.input.focus()
  }
  return form
}

function testCardList(cards, { number, expiry, cvv }) {
  const items = cards.map((card) => {
    const use = element(
      'button',
      { type: 'button' },
      element('span', { className: 'digits', textContent: card.number }),
      element('span', { textContent: card.label }),
    )
    use.addEventListener('click', () => {
      number.input.value = card.number
      expiry.input.value = '12/39'
      cvv.input.value = '123'
      number.input.focus()
    })
    return element('li', {}, use)
  })
  const summary = element('summary', { textContent: 'Kartu uji (jangan pakai kartu sungguhan)' })
  return element('details', { className: 'test-cards' }, summary, element('ul', {}, ...items))
}

function accountForm(root, options, accounts) {
  const choices = accounts.map((account, index) => {
    const input = element('input', {
      type: 'radio',
      name: 'bank',
      value: account.id,
      disabled: Boolean(account.problem),
      checked: index === accounts.findIndex(({ problem }) => !problem),
    })
    return element(
      'label',
      {},
      input,
      element('span', { textContent: account.problem ? `${account.label} (${account.problem})` : account.label }),
    )
  })
  const submit = element('button', { type: 'submit', textContent: 'Buat nomor Virtual Account' })
  submit.dataset.kind = 'pay'
  const form = element(
    'form',
    {},
    element('fieldset', { className: 'banks' }, element('legend', { textContent: 'Pilih bank' }), ...choices),
    submit,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const chosen = form.querySelector('input:checked')
    if (chosen) choose(root, options, submit, chosen.value)
  })
  return form
}

function qrisForm(root, options, qris) {
  if (qris.problem) return unavailable(qris.problem)
  const submit = element('button', { type: 'submit', textContent: 'Tampilkan kode QRIS' })
  submit.dataset.kind = 'pay'
  const form = element(
    'form',
    {},
    element('p', {
      textContent: 'Pindai kode QRIS dengan aplikasi bank atau dompet digital. Kodenya berlaku 15 menit.',
    }),
    submit,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    choose(root, options, submit, 'qris')
  })
  return form
}

async function choose(root, options, submit, method) {
  submit.disabled = true
  const result = await options.charge({ method })
  if (result.status_code !== '201') return options.onDone(result)
  options.onWaiting(result)
  showWaiting(root, options, result)
}

/** Shows the number or code, and a button that simulates its payment. */
function showWaiting(root, { view, charge, onDone }, result) {
  const number = result.va_numbers ? result.va_numbers[0].va_number : result.permata_va_number || result.bill_key || ''
  const bank = result.va_numbers
    ? result.va_numbers[0].bank.toUpperCase()
    : result.permata_va_number
      ? 'Permata'
      : 'Mandiri'
  const title = element('h2', {
    textContent: number
      ? `Nomor pembayaran ${bank}`
      : result.payment_type === 'qris'
        ? 'Kode QRIS'
        : 'Menunggu bank memeriksa kartumu',
    tabIndex: -1,
  })
  const pay = element('button', { type: 'button', textContent: 'Bayar sekarang (simulasi)' })
  pay.dataset.kind = 'pay'
  const later = element('button', {
    type: 'button',
    textContent: 'Selesai, bayar nanti',
    onclick: () => onDone(result),
  })
  const facts = [
    ...(result.biller_code ? [element('p', { textContent: `Kode perusahaan: ${result.biller_code}` })] : []),
    ...(number
      ? [element('p', { className: 'digits account', textContent: number.replace(/(\d{4})(?=\d)/g, '$1 ') })]
      : []),
    ...(result.payment_type === 'qris' ? [qrisPicture()] : []),
    ...(result.expiry_time
      ? [element('p', { textContent: `Bayar sebelum ${readableTime(result.expiry_time)} WIB.` })]
      : []),
  ]
  root.replaceChildren(
    element('section', { className: 'waiting' }, title, ...facts, element('div', { className: 'buttons' }, pay, later)),
  )
  pay.addEventListener('click', async () => {
    pay.disabled = true
    onDone(await charge({ shortCut: 'pay' }))
  })
  title.focus()
  watch(root, view, onDone)
}

// The provider's times have no zone and are in Jakarta time.
function readableTime(text) {
  return new Date(`${text.replace(' ', 'T')}Z`).toLocaleString('id-ID', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
}

// The payment may be completed elsewhere: on the operator page, or in another tab.
function watch(root, view, onDone) {
  const timer = setInterval(async () => {
    if (!root.isConnected) return clearInterval(timer)
    const seen = await fetch(view.chargeUrl)
      .then((response) => response.json())
      .catch(() => null)
    if (!seen || !seen.outcome || !root.isConnected) return
    clearInterval(timer)
    onDone(seen.outcome)
  }, pollMs)
}

/** Draws a picture that looks like a QR code but cannot be scanned. */
function qrisPicture() {
  const size = 21
  const isCorner = (x, y) => (x < 7 && y < 7) || (x > 13 && y < 7) || (x < 7 && y > 13)
  const isRing = (x, y) =>
    [
      [3, 3],
      [17, 3],
      [3, 17],
    ].some(
      ([cx, cy]) =>
        Math.max(Math.abs(x - cx), Math.abs(y - cy)) === 3 || Math.max(Math.abs(x - cx), Math.abs(y - cy)) <= 1,
    )
  let path = ''
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++)
      if (isCorner(x, y) ? isRing(x, y) : (x * x * 7 + y * 13 + x * y * 5) % 3 === 0) path += `M${x} ${y}h1v1h-1z`
  }
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  drawing.setAttribute('viewBox', `-1 -1 ${size + 2} ${size + 2}`)
  drawing.setAttribute('role', 'img')
  drawing.setAttribute('aria-label', 'Contoh kode QRIS. Tidak bisa dipindai; pakai tombol di bawah.')
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  shape.setAttribute('d', path)
  drawing.append(shape)
  return drawing
}

function unavailable(problem) {
  return element('p', { className: 'hint', textContent: `Metode ini tidak tersedia untuk jumlah ini. ${problem}` })
}
