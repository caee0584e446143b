import type { ApiClient } from '#contract/client.ts'
import { contentPolicy, type PolicySources } from './content-policy.ts'
import { toAnswer, type FreshAnswer, type Memory } from './remembered.ts'
import type { PageAddress, PageRenderer } from './renderer.ts'

export type Pages = { fetch(request: Request): Promise<Response> }

type Deps = {
  renderer: PageRenderer
  /** The app's own API in process: what the page shows is what the API answers. */
  api: ApiClient
  memory: Memory
  policy: PolicySources
  publicUrl: string
}

export function createPages({ renderer, api, memory, policy, publicUrl }: Deps): Pages {
  async function render(address: PageAddress): Promise<FreshAnswer> {
    const page = await renderer.render(address, api)
    if (page.kind === 'redirect') return { status: page.status, headers: { location: page.location, 'cache-control': 'no-cache' }, body: new Uint8Array() }
    return {
      status: page.status,
      headers: {
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
      const address = renderer.describe(new URL(request.url.replace(/^https?:\/\/[^/]+/, publicUrl)))
      if (address.memoryKey === null) return toResponse(await render(address), request.method)
      const kept = await memory.answer(`page ${address.memoryKey}`, () => render(address))
      const { status, headers, body } = toAnswer(kept, {
        ifNoneMatch: request.headers.get('if-none-match'),
        acceptEncoding: request.headers.get('accept-encoding'),
      })
      return toResponse({ status, headers, body }, request.method)
    },
  }
}

function toResponse({ status, headers, body }: { status: number; headers: Record<string, string>; body: Uint8Array | null }, method: string): Response {
  return new Response(method === 'HEAD' || body === null || body.byteLength === 0 ? null : (body as Uint8Array<ArrayBuffer>), { status, headers })
}
