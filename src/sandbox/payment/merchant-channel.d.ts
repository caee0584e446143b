export type Page = {
  parent: unknown
  addEventListener(type: 'message', listener: (event: { origin: string; source: unknown; data: unknown }) => void): void
}

export function createMerchantChannel(options: {
  page: Page
  merchantOrigins: string[]
  onMessage: (message: { paysim: string }) => void
}): {
  send(type: string, details?: object): void
}
