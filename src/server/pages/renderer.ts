import type { ApiClient } from '#contract/client.ts'

export type RenderedPage = { kind: 'html'; status: number; html: string } | { kind: 'redirect'; status: number; location: string }

/** What of an address decides the page: an address with other query parameters is the same page. */
export type PageAddress = {
  /** Under which the bytes are kept; null when each request is rendered anew. */
  memoryKey: string | null
  /** The address without parameters that the page does not know. */
  url: string
  /** Nobody's page but the visitor's own: the same empty document for everyone, not for search engines. */
  isPrivate: boolean
}

/** The web shelf, handed over as a value: the server never imports it. */
export type PageRenderer = {
  describe(url: URL): PageAddress
  render(address: PageAddress, api: ApiClient): Promise<RenderedPage>
}
