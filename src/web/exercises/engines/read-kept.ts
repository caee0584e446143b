const cacheName = 'cendaki-code'

/** A built file, which never changes: kept on the device for runs without a network. */
export async function readKept(url: string): Promise<Blob> {
  const response = await fetchKept(url)
  const isPacked = new URL(url, location.href).pathname.endsWith('.packed')
  const unpacked = isPacked && response.body?.pipeThrough(new DecompressionStream('gzip'))
  return unpacked ? new Response(unpacked).blob() : response.blob()
}

async function fetchKept(url: string): Promise<Response> {
  const cache = 'caches' in globalThis ? await caches.open(cacheName) : null
  const kept = await cache?.match(url)
  if (kept) return kept
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} returned ${response.status}`)
  // The device may be full: then it is loaded again next time.
  await cache?.put(url, response.clone()).catch(() => {})
  return response
}
