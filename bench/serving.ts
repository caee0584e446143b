import { writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { runBareServer } from './support/bare-server.ts'
import { loadUrl } from './support/load.ts'
import { median, print, report } from './support/measure.ts'
import { runProduct } from './support/resources.ts'

// Only the ratios are comparable between machines.

const rounds = 3
/** Requests a second of the product, against the bare server. */
const goal = 0.8
const headers = { 'accept-encoding': 'br', accept: 'text/html' }
const notRepeated = ['date', 'connection', 'keep-alive', 'transfer-encoding']

export async function run({ seconds }: { seconds: number }): Promise<void> {
  const load = { connections: 20, duration: seconds, headers }
  await using product = await runProduct()
  const { origin, dataDir } = product
  for (const path of ['/', '/api/courses?limit=24']) {
    const raw = await fetchRaw(origin + path)
    const file = join(dataDir, 'baseline')
    await writeFile(file, raw.body)
    await using baseline = await runBareServer({ file, headers: raw.headers, isStreamed: false })
    const [ours, bare]: [number[], number[]] = [[], []]
    // The runs alternate, so that other load affects both equally.
    for (let round = 0; round < rounds; round++) {
      ours.push(await loadUrl(origin + path, load))
      bare.push(await loadUrl(baseline.origin, load))
    }
    const ratio = median(ours) / median(bare)
    const speeds = `${Math.round(median(ours))} requests a second, bare ${Math.round(median(bare))}`
    report(ratio >= goal, `${path}: ${speeds}, ratio ${ratio.toFixed(2)} (goal: at least ${goal})`)
  }
  const rendered = await loadUrl(`${origin}/kelas?level=Pemula&type=premium&sort=newest`, load)
  const cached = await loadUrl(`${origin}/kelas`, load)
  print(`a list page: ${Math.round(rendered)} a second rendered, ${Math.round(cached)} cached`)
}

/** The response as it is sent: compressed bytes, and the headers that a second server can repeat. */
function fetchRaw(url: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const sent = Object.entries(response.headers).flatMap(([name, value]) =>
          typeof value === 'string' && !notRepeated.includes(name) ? [[name, value] as const] : [],
        )
        resolve({ headers: Object.fromEntries(sent), body: Buffer.concat(chunks) })
      })
    }).on('error', reject)
  })
}
