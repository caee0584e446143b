import type { Page } from '@playwright/test'

export type PageWeight = {
  /** Transferred bytes by kind. */
  html: number
  css: number
  font: number
  script: number
  image: number
  total: number
  requests: number
  /** Script files. */
  scripts: number
  /** Requests to other origins. */
  elsewhere: string[]
}

const kinds: Record<string, keyof PageWeight> = {
  Document: 'html',
  Stylesheet: 'css',
  Font: 'font',
  Script: 'script',
  Image: 'image',
}

/** Opens a URL without cache and measures everything fetched until the network is idle. */
export async function weighPage(page: Page, url: string): Promise<PageWeight> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  const weight: PageWeight = {
    html: 0,
    css: 0,
    font: 0,
    script: 0,
    image: 0,
    total: 0,
    requests: 0,
    scripts: 0,
    elsewhere: [],
  }
  const kindOf = new Map<string, string>()
  const origin = new URL(url).origin
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    kindOf.set(requestId, type)
    if (!response.url.startsWith(origin) && !response.url.startsWith('data:')) weight.elsewhere.push(response.url)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds[kindOf.get(requestId) ?? '']
    if (encodedDataLength === 0) return
    weight.requests++
    weight.total += encodedDataLength
    if (kind) (weight[kind] as number) += encodedDataLength
    if (kind === 'script') weight.scripts++
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await client.detach()
  return weight
}
