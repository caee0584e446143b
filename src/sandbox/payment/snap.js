// The pop-up of the payment sandbox: defines window.snap = { pay, embed, show, hide } like the provider's own script.
// It runs in the merchant's page under the merchant's Content-Security-Policy: no <style>, no style attributes, no HTML strings.
// The frame on the sandbox's origin makes every payment. This script only renders, sends commands and calls the merchant's callbacks.
;(() => {
  'use strict'

  const script = document.currentScript
  const scriptUrl = new URL(script.src)
  const base = scriptUrl.href.split('/snap/snap.js')[0]
  const sandboxOrigin = scriptUrl.origin
  const clientKey = script.dataset.clientKey || ''
  const frameWaitMs = 10_000

  // light-dark() follows the merchant's color-scheme; the plain value before it is for older browsers.
  const css = `
    .paysim { --ground: #FBFAF6; --ink: #191B29; --quiet: #55545F; --line: #85806F; --card: #FFFFFF; --action: #3547B4; --danger: #B3261E; --success: #14663A;
      box-sizing: border-box; width: min(26.5rem, calc(100vw - 1.5rem)); max-height: calc(100dvh - 1.5rem); margin: auto; padding: 1.25rem; overflow: auto;
      border: 1px solid var(--line); border-radius: 18px; background: var(--ground); color: var(--ink); box-shadow: 0 24px 64px rgb(25 27 41 / .35); text-align: left;
      font: 400 1rem/1.5 "Plus Jakarta Sans Variable", system-ui, sans-serif; overscroll-behavior: contain }
    @supports (color: light-dark(red, red)) {
      .paysim { --ground: light-dark(#FBFAF6, #191B29); --ink: light-dark(#191B29, #F4F2EA); --quiet: light-dark(#55545F, #C3C1CC); --line: light-dark(#85806F, #7F8096);
        --card: light-dark(#FFFFFF, #25283B); --action: light-dark(#3547B4, #B9C2FF); --danger: light-dark(#B3261E, #FFB4AB); --success: light-dark(#14663A, #8FD9AE) } }
    .paysim::backdrop { background: rgb(25 27 41 / .6) }
    .paysim * { box-sizing: border-box }
    .paysim [hidden] { display: none !important }
    .paysim h2 { margin: 0; font: inherit; font-size: 1.25rem; font-weight: 700; line-height: 1.3 }
    .paysim h2:focus { outline: none }
    .paysim p { margin: .25rem 0 0; color: var(--quiet); font-size: .875rem }
    .paysim dl { margin: 1rem 0; padding: .875rem 1rem; display: grid; gap: .625rem; background: var(--card); border-radius: 12px }
    .paysim dl > div { display: grid; gap: 0 }
    .paysim dt { color: var(--quiet); font-size: .8125rem }
    .paysim dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
    .paysim dd.paysim-order { font-size: .875rem; word-break: break-all; font-variant-numeric: tabular-nums }
    .paysim dd.paysim-amount { font-size: 1.5rem; font-weight: 800; line-height: 1.3; font-variant-numeric: tabular-nums }
    .paysim-status { min-height: 1.3rem }
    .paysim-status[data-problem] { color: var(--danger); font-weight: 600 }
    .paysim-buttons { display: grid; grid-template-columns: 1fr 1fr; gap: .625rem; margin-top: .75rem }
    .paysim button { min-height: 2.875rem; padding: .5rem .75rem; border-radius: 12px; border: 1px solid var(--line); background: transparent; color: var(--ink); font: inherit; font-weight: 600; line-height: 1.3; cursor: pointer }
    .paysim button:hover:not(:disabled) { border-color: currentColor }
    .paysim button:disabled { opacity: .55; cursor: default }
    .paysim button:focus-visible { outline: 3px solid var(--action); outline-offset: 2px }
    .paysim button[data-kind=pay] { grid-column: 1 / -1; min-height: 3.25rem; border-color: #F7B32B; background: #F7B32B; color: #191B29; font-weight: 700 }
    .paysim button[data-kind=later], .paysim button[data-kind=methods] { color: var(--action) }
    .paysim button[data-kind=deny] { color: var(--danger) }
    .paysim iframe, .paysim-embed { display: block; width: 100%; border: 0; color-scheme: normal }
  `

  /** null, or the open pop-up: 'PopupInit' while loading, 'PopupInView' from pay() on. */
  let popup = null

  function addStyles() {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }

  function element(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties)
    made.append(...children)
    return made
  }

  function row(label, className) {
    const value = element('dd', { textContent: '…', className })
    return { value, row: element('div', {}, element('dt', { textContent: label }), value) }
  }

  /** Renders the dialog without a payment. */
  function openPopup() {
    const title = element('h2', { id: 'paysim-title', textContent: 'Pembayaran Sandbox', tabIndex: -1 })
    const note = element('p', {
      id: 'paysim-note',
      textContent: 'Ini simulasi. Tidak ada uang sungguhan yang berpindah.',
    })
    const order = row('Nomor pesanan', 'paysim-order')
    const item = row('Item')
    const amount = row('Total', 'paysim-amount')
    const status = element('p', { className: 'paysim-status', textContent: 'Menyiapkan pembayaran…' })
    status.setAttribute('role', 'status')
    const place = element('div', {})
    const buttons = {}
    const bar = element('div', { className: 'paysim-buttons' })
    for (const [kind, label] of [
      ['pay', 'Bayar'],
      ['later', 'Bayar Nanti'],
      ['deny', 'Tolak'],
      ['methods', 'Metode lain'],
      ['close', 'Tutup'],
    ]) {
      buttons[kind] = element('button', { type: 'button', textContent: label, disabled: kind !== 'close' })
      buttons[kind].dataset.kind = kind
      bar.append(buttons[kind])
    }
    const dialog = element(
      'dialog',
      { className: 'paysim' },
      title,
      note,
      element('dl', {}, order.row, item.row, amount.row),
      place,
      status,
      bar,
    )
    dialog.setAttribute('aria-labelledby', 'paysim-title')
    dialog.setAttribute('aria-describedby', 'paysim-note')
    const opened = {
      state: 'PopupInit',
      dialog,
      status,
      place,
      buttons,
      fields: { order: order.value, item: item.value, amount: amount.value },
      session: null,
      focusBefore: document.activeElement,
      overflowBefore: document.documentElement.style.overflow,
    }
    buttons.close.addEventListener('click', () => dismiss(opened))
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      dismiss(opened)
    })
    // A browser may close a dialog without a cancel event (a second Esc in a row).
    dialog.addEventListener('close', () => dismiss(opened))
    document.body.append(dialog)
    document.documentElement.style.overflow = 'hidden'
    dialog.showModal()
    title.focus()
    return opened
  }

  function closePopup(opened) {
    if (popup === opened) popup = null
    clearTimeout(opened.slow)
    document.documentElement.style.overflow = opened.overflowBefore
    if (opened.dialog.open) opened.dialog.close()
    opened.dialog.remove()
    if (opened.focusBefore && opened.focusBefore.isConnected && opened.focusBefore.focus) opened.focusBefore.focus()
  }

  /** Handles 'Tutup', Esc and hide(). With a payment number issued the result is pending, not closed. */
  function dismiss(opened) {
    if (popup !== opened) return
    const { session } = opened
    if (!session) closePopup(opened)
    else if (session.pendingResult) session.finish('onPending', session.pendingResult)
    else session.finish('onClose')
  }

  /** One payment in one frame. `finish` calls exactly one of the merchant's callbacks, once. */
  function startSession({ token, options, page, onReady, onFinish, onHeight, onCloseRequested }) {
    const frame = element('iframe', {
      title: 'Metode pembayaran',
      src: `${base}/snap/v4/popup/${encodeURIComponent(token)}?client_key=${encodeURIComponent(clientKey)}`,
    })
    frame.setAttribute('sandbox', 'allow-scripts allow-forms allow-same-origin allow-popups')
    const session = { frame, pendingResult: null, isFinished: false, send, finish }

    function send(type, details) {
      frame.contentWindow.postMessage({ paysim: type, ...details }, sandboxOrigin)
    }

    function receive(event) {
      // Accepts messages only from this frame while it shows the sandbox: any window can post messages.
      if (event.origin !== sandboxOrigin || event.source !== frame.contentWindow) return
      const message = event.data
      if (typeof message !== 'object' || message === null) return
      if (message.paysim === 'ready') onReady(message.order)
      if (message.paysim === 'height') onHeight(Number(message.heightPx))
      if (message.paysim === 'close') onCloseRequested()
      if (message.paysim === 'waiting') session.pendingResult = message.result
      if (message.paysim === 'result') finish(callbackFor(message.result), message.result)
    }

    function finish(callback, result) {
      if (session.isFinished) return
      session.isFinished = true
      window.removeEventListener('message', receive)
      onFinish()
      if (typeof options[callback] === 'function') options[callback](...(callback === 'onClose' ? [] : [result]))
    }

    window.addEventListener('message', receive)
    frame.addEventListener('load', () =>
      send('hello', { page, colorScheme: getComputedStyle(frame.parentElement).colorScheme }),
    )
    return session
  }

  function callbackFor(result) {
    if (result.status_code === '200') return 'onSuccess'
    return result.status_code === '201' ? 'onPending' : 'onError'
  }

  function pay(token, options = {}) {
    // The browser returns through the merchant’s finish URL, which reads the payment status from the server.
    if (!canShowPopup) return void window.location.assign(`${base}/snap/v4/redirection/${encodeURIComponent(token)}`)
    if (popup && popup.state === 'PopupInView')
      throw new Error('Invalid state transition from PopupInView to PopupInView')
    const opened = popup || openPopup()
    popup = opened
    opened.state = 'PopupInView'
    const session = startSession({
      token,
      options,
      page: 'popup',
      onReady: (order) => showOrder(opened, order, options.selectedPaymentType),
      onFinish: () => closePopup(opened),
      onHeight: (heightPx) => (session.frame.style.height = `${heightPx}px`),
      onCloseRequested: () => dismiss(opened),
    })
    opened.session = session
    session.frame.hidden = true
    opened.place.append(session.frame)
    opened.slow = setTimeout(
      () => showStatus(opened, 'Halaman pembayaran belum bisa dimuat. Tutup, lalu coba lagi.', true),
      frameWaitMs,
    )
    for (const [kind, command] of [
      ['pay', 'pay'],
      ['later', 'pay-later'],
      ['deny', 'deny'],
    ]) {
      opened.buttons[kind].addEventListener('click', () => {
        setEnabled(opened, false)
        showStatus(opened, 'Memproses…')
        session.send(command)
      })
    }
    opened.buttons.methods.addEventListener('click', () => showMethods(opened, session.frame.hidden))
  }

  function showOrder(opened, order, selected) {
    clearTimeout(opened.slow)
    opened.fields.order.textContent = order.orderId
    opened.fields.item.textContent = order.itemName
    opened.fields.amount.textContent = order.amountText
    showStatus(opened, order.problem || order.hint, Boolean(order.problem))
    setEnabled(opened, !order.problem)
    if (selected && !order.problem) showMethods(opened, true, selected)
  }

  /** Toggles between the shortcuts and the frame with card form, virtual accounts and QRIS. */
  function showMethods(opened, shown, selected) {
    const { session, buttons } = opened
    session.frame.hidden = !shown
    for (const kind of ['pay', 'later', 'deny']) buttons[kind].hidden = shown
    buttons.methods.textContent = shown ? 'Kembali' : 'Metode lain'
    if (shown) showStatus(opened, '')
    session.send('methods', { shown, selected })
    if (shown) session.frame.focus()
  }

  function setEnabled(opened, isEnabled) {
    for (const kind of ['pay', 'later', 'deny', 'methods']) opened.buttons[kind].disabled = !isEnabled
  }

  function showStatus(opened, text, isProblem = false) {
    opened.status.textContent = text
    opened.status.toggleAttribute('data-problem', isProblem)
  }

  function embed(token, options = {}) {
    const container = document.getElementById(options.embedId)
    if (!container) throw new Error(`snap.embed: no element with id ${options.embedId}`)
    const session = startSession({
      token,
      options,
      page: 'embed',
      onReady() {},
      onFinish: () => session.frame.remove(),
      onHeight: (heightPx) => (session.frame.style.height = `${heightPx}px`),
      onCloseRequested() {},
    })
    session.frame.className = 'paysim-embed'
    container.replaceChildren(session.frame)
  }

  /** Browsers without dialogs or constructable style sheets get the payment as a separate page. */
  function preparePopup() {
    try {
      addStyles()
      return 'showModal' in document.createElement('dialog')
    } catch {
      return false
    }
  }

  const canShowPopup = preparePopup()
  window.snap = {
    pay,
    embed,
    /** Shows the pop-up as loading while the merchant fetches a token; pay() or hide() follows. */
    show() {
      if (!popup && canShowPopup) popup = openPopup()
    },
    hide() {
      if (popup) dismiss(popup)
    },
  }
})()
