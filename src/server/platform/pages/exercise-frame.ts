import { respondWithText } from './response.ts'

/**
 * The frame in which code of exercises runs has an opaque origin and no network: hostile code reaches neither the session nor the API nor other
 * frames. The policy makes the origin opaque, and not only an attribute of the frame, because service workers serve no frame with that attribute.
 */
const policy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  // Code of learners is inline; its workers begin from blobs.
  "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  'media-src data:',
  "connect-src 'none'",
  "frame-src 'none'",
  // No code in frames inside: see forbid-inner-code.ts of the web.
  "require-trusted-types-for 'script'",
  'trusted-types default page',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

export const exerciseFrame = (request: Request, html: string): Promise<Response> =>
  respondWithText(
    request,
    {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      // A process of its own where browsers have one for it: what hangs or fills the memory there is not the page.
      'document-isolation-policy': 'isolate-and-require-corp',
      'x-dns-prefetch-control': 'off',
      'x-robots-tag': 'noindex',
    },
    html,
  )
