import { contract } from '#contract/index.ts'
import { createRouteTable } from '#server/platform/http/route-table.ts'
import { publicUrl, type TestSite } from './test-site.ts'

const someId = '00000000-0000-7000-8000-000000000000'

/** Every path that takes requests, with the methods that may have a body: what is mounted, and the contract behind its one mount. */
export function bodyTargets(site: TestSite): { method: string; path: string }[] {
  const mounted = site.app.mountedPaths.map((pattern) =>
    pattern.replaceAll(/:\w+(\{[^/]*\})?/g, someId).replaceAll('*', 'x'),
  )
  const outside = [...new Set(mounted)].flatMap((path) =>
    ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ method, path: path.startsWith('/') ? path : `/${path}` })),
  )
  const { routes } = createRouteTable(contract)
  const inside = routes
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => ({ method, path: `/api${path.replaceAll(/\{\w+\}/g, someId)}` }))
  return [...outside, ...inside]
}

export type Body = ReadableStream<Uint8Array<ArrayBuffer>>

/** A body of many chunks, without a declared length. `read` is how much was taken of it. */
export function chunkedBody(bytes: number): { stream: Body; read: () => number } {
  const chunk = new Uint8Array(64 * 1024).fill(0x20)
  let read = 0
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (read >= bytes) return controller.close()
        read += chunk.byteLength
        controller.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, read: () => read }
}

/** Sends one byte each time, or nothing at all, and never ends. */
export function endlessBody(everyMs: number | null): Body {
  let timer: NodeJS.Timeout | undefined
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      if (everyMs !== null) timer = setInterval(() => controller.enqueue(new Uint8Array([0x20])), everyMs)
    },
    cancel: () => clearInterval(timer),
  })
}

export function sendBody(
  site: TestSite,
  { method, path, body, token, type }: { method: string; path: string; body: Body; token?: string; type: string },
): Promise<Response> {
  // `duplex` is needed for a stream, and missing in the types.
  const init = {
    method,
    body,
    headers: { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) },
    duplex: 'half',
  }
  return site.app.fetch(new Request(publicUrl + path, init))
}
