import { freemem, totalmem } from 'node:os'
import { sql } from 'drizzle-orm'
import { siteModeLabels } from '#contract/site/operation.ts'
import { both, bytes, duration, joined, percent, same } from './wording.ts'
import { levelOf, onlyOnPage, withAdvice, type Check, type Finding, type SystemDeps } from './check.ts'

// The process and the machine.

export const versionCheck: Check = {
  name: 'version',
  label: both('Versi', 'Version'),
  find: ({ installation, serving, clock }) => ({
    level: 'ok',
    value: joined(
      `Cendaki ${installation.version}, Node ${process.versions.node}`,
      serving
        ? joined(both(', berjalan ', ', running for '), duration(clock.now().getTime() - serving.startedAt.getTime()))
        : '',
    ),
  }),
}

export const addressCheck: Check = {
  name: 'address',
  label: both('Alamat', 'Address'),
  find({ installation: { publicUrl, isPublic } }) {
    const level = isPublic && !publicUrl.startsWith('https:') ? 'problem' : 'ok'
    return withAdvice(
      { level, value: same(publicUrl) },
      both(
        'Pasang HTTPS di proxy, lalu isi PUBLIC_URL dengan alamat https://.',
        'Set HTTPS up in the proxy, then set PUBLIC_URL to the https:// address.',
      ),
    )
  },
}

export const demoCheck: Check = {
  name: 'demo',
  label: both('Demo', 'Demo'),
  async find({ database, hasDemo, installation: { isDemo } }) {
    if (!(await hasDemo())) return { level: 'ok', value: both('tidak ada', 'none') }
    return {
      level: isDemo ? 'warning' : 'problem',
      value: both('akun demo bisa masuk', 'demo accounts can sign in'),
      advice: both(
        `Password akun demo diketahui siapa pun: nonaktifkan akunnya, atau mulai situsmu sendiri dengan ${database.kind === 'embedded' ? 'npm run leave-demo' : 'database baru dan DEMO=off'}.`,
        `Everybody knows the password of the demo accounts: disable them, or start a site of your own with ${database.kind === 'embedded' ? 'npm run leave-demo' : 'a new database and DEMO=off'}.`,
      ),
    }
  },
}

export const serverChecks: readonly Check[] = [
  {
    name: 'mode',
    label: both('Mode situs', 'Mode'),
    find({ serving }) {
      if (!serving) return onlyOnPage
      const { mode, logLevel } = serving.operation()
      const level = logLevel === null ? '' : both(`; tingkat log ${logLevel}`, `; log level ${logLevel}`)
      return withAdvice(
        { level: mode === 'normal' ? 'ok' : 'warning', value: joined(both(siteModeLabels[mode], mode), level) },
        both(
          'Pengunjung tidak dilayani penuh. Kembalikan ke normal di halaman ini.',
          'Visitors are not served in full: npm run mode -- normal.',
        ),
      )
    },
  },
  {
    name: 'memory',
    label: both('Memori', 'Memory'),
    find() {
      const [own, free, total] = [process.memoryUsage.rss(), process.availableMemory?.() ?? freemem(), totalmem()]
      const value = joined(
        both('proses ini ', 'this process '),
        bytes(own),
        '; ',
        bytes(free),
        both(' dari ', ' of '),
        bytes(total),
        both(' masih tersedia', ' are available'),
      )
      return withAdvice(
        { level: free < 64e6 ? 'problem' : free < 256e6 ? 'warning' : 'ok', value },
        both(
          'Tambah memori server atau hentikan program lain di sana.',
          'Add memory to the server, or stop other programs there.',
        ),
      )
    },
  },
  {
    name: 'clock',
    label: both('Jam', 'Clock'),
    async find({ database, clock }) {
      if (database.kind === 'embedded')
        return {
          level: 'ok',
          value: both('satu jam untuk produk dan database', 'one clock for the product and the database'),
        }
      const before = clock.now().getTime()
      const [row] = await database.query
        .select({ instant: sql<string>`(extract(epoch from clock_timestamp()) * 1000)::text` })
        .from(sql`(select 1) as one`)
      const skewMs = Math.abs(Number(row?.instant) - (before + clock.now().getTime()) / 2)
      const seconds = (skewMs / 1000).toFixed(1)
      return withAdvice(
        {
          level: levelOf(skewMs, 2000, 30_000),
          value: both(
            `berbeda ${seconds.replace('.', ',')} detik dari database`,
            `${seconds} seconds away from the database`,
          ),
        },
        both(
          'Nyalakan sinkronisasi waktu (NTP) di kedua server: kode masuk dan batas waktu bergantung padanya.',
          'Turn time synchronisation (NTP) on at both servers: codes and deadlines depend on it.',
        ),
      )
    },
  },
  { name: 'proxies', label: both('Proxy', 'Proxies'), find: findProxies },
  {
    name: 'page-cache',
    label: both('Cache halaman', 'Page cache'),
    find({ serving }) {
      if (!serving) return onlyOnPage
      const { hits, misses } = serving.pageCache()
      const count = hits + misses
      if (count === 0) return { level: 'ok', value: both('belum ada permintaan', 'no requests yet') }
      return {
        level: 'ok',
        value: joined(
          percent(hits / count),
          both(` jawaban dari cache (${count} permintaan)`, ` answered by the cache (${count} requests)`),
        ),
      }
    },
  },
]

function findProxies({ installation: { trustedProxyHops }, serving }: SystemDeps): Finding {
  if (!serving) return onlyOnPage
  const seen = serving.forwardedHops()
  const trusted = both(`${trustedProxyHops} dipercaya`, `${trustedProxyHops} trusted`)
  if (seen === null) return { level: 'ok', value: trusted }
  if (seen === trustedProxyHops)
    return { level: 'ok', value: joined(trusted, both(', sesuai dengan permintaan', ', as requests have')) }
  const value = joined(trusted, both(`, ${seen} terlihat di kebanyakan permintaan`, `, ${seen} in most requests`))
  return seen > trustedProxyHops
    ? {
        level: 'problem',
        value,
        advice: both(
          `Semua pengunjung berbagi satu batas percobaan: isi TRUSTED_PROXY_HOPS=${seen} kalau semuanya proxy milikmu.`,
          `All visitors share one rate limit: set TRUSTED_PROXY_HOPS=${seen} if all of them are your proxies.`,
        ),
      }
    : {
        level: 'problem',
        value,
        advice: both(
          `Pengunjung bisa memalsukan alamatnya: isi TRUSTED_PROXY_HOPS=${seen}.`,
          `Visitors can forge their address: set TRUSTED_PROXY_HOPS=${seen}.`,
        ),
      }
}
