type RenderedPage =
  | { kind: 'html'; status: number; html: string }
  | { kind: 'redirect'; status: number; location: string }

/** The part of a URL that selects the page. Unknown query parameters are ignored. */
export type RequestedPage = {
  /** Key in the page cache; null when each request is rendered anew. */
  cacheKey: string | null
  /** The key contains text that the client chose, such as filters or a keyword. */
  isFreeText: boolean
  /** The page of all paths that no other page has: the one page that is cached though it says 404. */
  isForAnyPath?: boolean
  /** The URL without unknown query parameters. */
  url: string
  /** A page for signed-in users: served as the same empty document to everyone, with noindex. */
  isPrivate: boolean
}

/** The web side, passed in as a value: the server never imports it. */
export type PageRenderer<Api extends object = object> = {
  /** The inline scripts that pages contain. Browsers run no other. */
  inlineScripts: readonly string[]
  /** All inline styles of its pages. */
  inlineStyles: readonly string[]
  /** The document of the frame in which code of exercises runs. */
  exerciseFrame: string
  describe(url: URL): RequestedPage
  /** `api`: the client of the API, handed over as it is. `brandStyle`: an inline style of every document, after those of the pages; null for none. */
  render(page: RequestedPage, api: Api, site: { brandStyle: string | null }): Promise<RenderedPage>
}
