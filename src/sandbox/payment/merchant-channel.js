// Exchanges messages with the merchant's page that frames this one. Only messages of the framing window on an allowed origin are handled.

/**
 * @param {{ page: Window, merchantOrigins: string[], onMessage: (message: { paysim: string }) => void }} options
 * @returns {{ send(type: string, details?: object): void }} sends nothing until a message of the merchant has arrived
 */
export function createMerchantChannel({ page, merchantOrigins, onMessage }) {
  let merchantOrigin = null
  page.addEventListener('message', (event) => {
    if (event.source !== page.parent || !merchantOrigins.includes(event.origin)) return
    const message = event.data
    if (typeof message !== 'object' || message === null || typeof message.paysim !== 'string') return
    merchantOrigin = event.origin
    onMessage(message)
  })
  return {
    send(type, details) {
      // Never '*': only that merchant may receive the message.
      if (merchantOrigin !== null) page.parent.postMessage({ paysim: type, ...details }, merchantOrigin)
    },
  }
}
