import type { ApiClient } from '#contract/client.ts'
import { canonicalAddress } from './canonical-address.ts'
import { contentPolicy, type PolicySources } from './content-policy.ts'
import { prepareAnswer, toResponse, type FreshAnswer, type Memory } from './remembered.ts'
import type { PageAddress, PageRenderer } from './renderer.ts'

export type Pages = { fetch(request: Request): Promise<Response> }

type Deps = {
  renderer: PageRenderer
  /** The app's own API in process: what the page shows is what the API answers. */
  api: ApiClient
  memory: Memory
  policy: PolicySources
  publicUrl: string
  /** Those that every answer carries. */
  headers: Record<string, string>
}

export function createPages({ renderer, api, memory, policy, publicUrl, headers }: Deps): Pages {
  async function render(address: PageAddress): Promise<FreshAnswer> {
    const page = await renderer.render(address, api)
    if (page.kind === 'redirect')
      return { status: page.status, headers: { ...headers, location: page.location, 'cache-control': 'no-cache' }, body: new Uint8Array() }
    return {
      status: page.status,
      headers: {
        ...headers,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentPolicy(page.html, policy),
        'cache-control': address.isPrivate ? 'no-cache' : 'public, max-age=0, must-revalidate',
        ...(address.isPrivate ? { 'x-robots-tag': 'noindex' } : {}),
      },
      body: new TextEncoder().encode(page.html),
    }
  }

  return {
    async fetch(request) {
      const url = new URL(request.url)
      const rightAddress = canonicalAddress(url)
      if (rightAddress !== null) return new Response(null, { status: 301, headers: { ...headers, location: rightAddress, 'cache-control': 'no-cache' } })
      const address = renderer.describe(new URL(url.pathname + url.search, publicUrl))
      if (address.memoryKey === null) return toResponse(await prepareAnswer(await render(address), 'once'), request)
      const key = `page ${address.memoryKey}`
      const kept = await memory.answer(key, () => render(address))
      memory.alias(url.pathname + url.search, key)
      return toResponse(kept, request)
    },
  }
}
