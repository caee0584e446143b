// Talks with the merchant's page that frames this one. Messages count only from an allowed origin and from the framing window itself.

/**
 * @param {{ page: Window, merchantOrigins: string[], onMessage: (message: { paysim: string }) => void }} options
 * @returns {{ send(type: string, details?: object): void }} sends nothing until the merchant has greeted
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
      // Never '*': what is said here is for that merchant only.
      if (merchantOrigin !== null) page.parent.postMessage({ paysim: type, ...details }, merchantOrigin)
    },
  }
}
