type Ask = (text: string, type: string, sink: string) => string | null
type Rules = { createHTML: Ask; createScript?: Ask; createScriptURL?: Ask }
/** The HTML of a policy counts as a string, because it is taken wherever a text is. */
type Factory = { createPolicy(name: string, rules: Rules): { createHTML(html: string): string } }

/** Makes a frame with a document of its own, also behind an entity of XML. */
const innerDocument = /srcdoc|<!entity/gi

/**
 * Keeps code out of frames inside of this one: they would have anew what a run hides, and `frame-src` stops neither `srcdoc` nor
 * `javascript:`. The browser asks these rules for every text that becomes HTML or code. Returns what marks HTML that is read without them.
 */
export function forbidInnerCode(): (html: string) => string {
  hideSharedMemory()
  // A style sheet of XML could put the name of the attribute together.
  Object.defineProperty(globalThis, 'XSLTProcessor', { value: undefined })
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  trustedTypes?.createPolicy('default', {
    createHTML: (html, _, sink) => (sink.endsWith('srcdoc') ? '' : html.replace(innerDocument, '&lt;')),
    createScript: (code, _, sink) => (sink.startsWith('Location') ? null : code),
    createScriptURL: (url) => url,
  })
  return createTrust()
}

/** A process of its own would allow it, and no exercise needs it. */
export function hideSharedMemory(): void {
  Object.defineProperty(globalThis, 'SharedArrayBuffer', { value: undefined })
}

/** A mark for HTML that is read without those rules. */
export function createTrust(): (html: string) => string {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  const own = trustedTypes?.createPolicy('page', { createHTML: (html) => html })
  return (html) => own?.createHTML(html) ?? html
}
