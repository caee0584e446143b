import { statfs } from 'node:fs/promises'
import { freemem, totalmem } from 'node:os'
import { sql } from 'drizzle-orm'
import { formatBytes } from '#contract/kit/bytes.ts'
import { hourMs } from '#contract/kit/durations.ts'
import type { SystemCheck } from '#contract/site/system.ts'
import { listRuns } from '#server/platform/backup/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { readDue, readLastNotification } from '#server/commerce/index.ts'
import { listMigrations, type Database } from '#server/platform/database/index.ts'
import { countFailedMails, readWaiting } from '#server/platform/mail/index.ts'
import { examineMedia, type MediaStore } from '#server/platform/media/index.ts'
import { StorageFailure } from '#server/platform/storage/index.ts'
import type { Installation, ServingProcess } from './installation.ts'
import { duration, percent } from './wording.ts'

export type SystemDeps = {
  database: Database
  clock: Clock
  installation: Installation
  /** Where videos are. */
  store: MediaStore
  /** Null in a command. */
  serving: ServingProcess | null
  fetch: (request: Request) => Promise<Response>
}

export type Finding = Pick<SystemCheck, 'level' | 'value'> & { advice?: string }
/** What takes long is done only on demand. */
export type ReportOptions = { everyFile?: boolean }
type Check = { name: string; label: string; find(deps: SystemDeps, options: ReportOptions): Promise<Finding> | Finding }

const minuteS = 60

/** Green up to `warning`, yellow up to `problem`, red beyond. */
const levelOf = (value: number, warning: number, problem: number): Finding['level'] => (value > problem ? 'problem' : value > warning ? 'warning' : 'ok')
const withAdvice = (finding: Finding, advice: string): Finding => (finding.level === 'ok' ? finding : { ...finding, advice })

const onlyOnPage: Finding = { level: 'ok', value: 'hanya diketahui produk yang sedang berjalan: lihat /admin/system' }

/** For values of the server itself, which are in no table of a module. */
const oneRow = sql`(select 1) as one`

/** Every check, in the order in which they are shown. */
export const checks: readonly Check[] = [
  {
    name: 'version',
    label: 'Versi',
    find: ({ installation, serving, clock }) => ({
      level: 'ok',
      value: `Cendaki ${installation.version}, Node ${process.versions.node}${serving ? `, berjalan ${duration(clock.now().getTime() - serving.startedAt.getTime())}` : ''}`,
    }),
  },
  {
    name: 'address',
    label: 'Alamat',
    find({ installation: { publicUrl, isPublic } }) {
      const level = isPublic && !publicUrl.startsWith('https:') ? 'problem' : 'ok'
      return withAdvice({ level, value: publicUrl }, 'Pasang HTTPS di proxy, lalu isi PUBLIC_URL dengan alamat https://.')
    },
  },
  {
    name: 'database',
    label: 'Database',
    async find({ database, installation }) {
      const began = performance.now()
      const [row] = await database.query
        .select({ version: sql<string>`current_setting('server_version')`, size: sql<string>`pg_database_size(current_database())::text` })
        .from(oneRow)
      const milliseconds = Math.round(performance.now() - began)
      const embedded = database.kind === 'embedded'
      const value = `${embedded ? 'tertanam, ' : ''}PostgreSQL ${row?.version}, ${formatBytes(Number(row?.size))}, menjawab dalam ${milliseconds} ms`
      if (embedded && installation.isPublic)
        return { level: 'warning', value, advice: 'Database tertanam tidak tahan listrik padam: pindah ke PostgreSQL dengan npm run move.' }
      return withAdvice({ level: levelOf(milliseconds, 500, 2000), value }, 'Database lambat menjawab: periksa beban dan jaringan servernya.')
    },
  },
  { name: 'database-limits', label: 'Batas waktu database', find: findLimits },
  { name: 'slow-queries', label: 'Kueri lambat', find: findSlowQueries },
  {
    name: 'bloat',
    label: 'Ruang mati di database',
    async find({ database }) {
      const [row] = await database.query
        .select({ dead: sql<string>`coalesce(sum(n_dead_tup), 0)::text`, live: sql<string>`coalesce(sum(n_live_tup), 0)::text` })
        .from(sql`pg_stat_user_tables`)
      const [dead, live] = [Number(row?.dead), Number(row?.live)]
      const share = dead / Math.max(1, dead + live)
      const level = dead > 10_000 ? levelOf(share, 0.3, 0.6) : 'ok'
      return withAdvice({ level, value: `${percent(share)} baris mati` }, 'Autovacuum tertinggal: periksa setelannya dan transaksi yang lama terbuka.')
    },
  },
  {
    name: 'migrations',
    label: 'Migrasi',
    async find({ database }) {
      const [row] = await database.query.select({ count: sql<string>`count(*)::text` }).from(sql`schema_migrations`)
      const count = Number(row?.count)
      const pending = (await listMigrations()).length - count
      return withAdvice(
        { level: pending > 0 ? 'problem' : 'ok', value: pending > 0 ? `${pending} belum dijalankan` : `${count} sudah dijalankan` },
        'Mulai ulang produk: migrasi dijalankan saat start.',
      )
    },
  },
  {
    name: 'mail',
    label: 'Email',
    async find(deps) {
      const [{ mailsWaiting, oldestMailSeconds }, failed] = [await readWaiting(deps), await countFailedMails(deps)]
      const value = `${mailsWaiting} menunggu, ${failed} gagal dalam 7 hari${deps.installation.sendsMail ? '' : ', disimpan di folder outbox'}`
      if (deps.installation.isPublic && !deps.installation.sendsMail)
        return { level: 'problem', value, advice: 'Email tidak sampai ke pengguna: isi SMTP_URL dengan server email.' }
      const level = levelOf(oldestMailSeconds, 10 * minuteS, 60 * minuteS)
      return withAdvice(
        { level: level === 'ok' && failed > 0 ? 'warning' : level, value },
        'Periksa SMTP_URL dan alasan kegagalan di /admin/mails, lalu kirim ulang.',
      )
    },
  },
  {
    name: 'payments-due',
    label: 'Pembayaran yang harus diperiksa',
    async find(deps) {
      const { paymentsDue, oldestPaymentSeconds } = await readDue(deps)
      const value = paymentsDue === 0 ? 'tidak ada yang tertunda' : `${paymentsDue}, terlama ${duration(oldestPaymentSeconds * 1000)}`
      return withAdvice(
        { level: levelOf(oldestPaymentSeconds, 5 * minuteS, 30 * minuteS), value },
        'Status pembayaran terlambat dibaca: cari "periodic work failed" di log.',
      )
    },
  },
  { name: 'provider', label: 'Penyedia pembayaran', find: findProvider },
  { name: 'backup', label: 'Cadangan', find: findBackup },
  { name: 'media', label: 'Video dan berkas tugas', find: findMedia },
  {
    name: 'disk',
    label: 'Disk',
    async find({ installation: { dataDir } }) {
      if (dataDir === null) return { level: 'ok', value: 'tidak dipakai' }
      const { bavail, blocks, bsize } = await statfs(dataDir)
      const free = bavail * bsize
      const share = bavail / Math.max(1, blocks)
      const level = free < 200e6 || share < 0.03 ? 'problem' : free < 1e9 || share < 0.1 ? 'warning' : 'ok'
      return withAdvice(
        { level, value: `${formatBytes(free)} kosong (${percent(share)}) di disk DATA_DIR` },
        'Hapus berkas yang tidak perlu atau perbesar disk sebelum penuh.',
      )
    },
  },
  {
    name: 'memory',
    label: 'Memori',
    find() {
      const [own, free, total] = [process.memoryUsage.rss(), process.availableMemory?.() ?? freemem(), totalmem()]
      const value = `proses ini ${formatBytes(own)}; ${formatBytes(free)} dari ${formatBytes(total)} masih tersedia`
      return withAdvice({ level: free < 64e6 ? 'problem' : free < 256e6 ? 'warning' : 'ok', value }, 'Tambah memori server atau hentikan program lain di sana.')
    },
  },
  {
    name: 'clock',
    label: 'Jam',
    async find({ database, clock }) {
      if (database.kind === 'embedded') return { level: 'ok', value: 'satu jam untuk produk dan database' }
      const before = clock.now().getTime()
      const [row] = await database.query.select({ instant: sql<string>`(extract(epoch from clock_timestamp()) * 1000)::text` }).from(oneRow)
      const skewMs = Math.abs(Number(row?.instant) - (before + clock.now().getTime()) / 2)
      return withAdvice(
        { level: levelOf(skewMs, 2000, 30_000), value: `berbeda ${(skewMs / 1000).toFixed(1).replace('.', ',')} detik dari database` },
        'Nyalakan sinkronisasi waktu (NTP) di kedua server: kode masuk dan batas waktu bergantung padanya.',
      )
    },
  },
  { name: 'proxies', label: 'Proxy', find: findProxies },
  {
    name: 'page-cache',
    label: 'Cache halaman',
    find({ serving }) {
      if (!serving) return onlyOnPage
      const { hits, misses } = serving.pageCache()
      if (hits + misses === 0) return { level: 'ok', value: 'belum ada permintaan' }
      return { level: 'ok', value: `${percent(hits / (hits + misses))} jawaban dari cache (${hits + misses} permintaan)` }
    },
  },
]

async function findLimits({ database }: SystemDeps): Promise<Finding> {
  if (database.kind === 'embedded') return { level: 'ok', value: 'tidak dipakai' }
  const names = sql`('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`
  const rows = await database.query
    .select({ name: sql<string>`name` })
    .from(sql`pg_settings`)
    .where(sql`name in ${names} and setting = '0'`)
  if (rows.length === 0) return { level: 'ok', value: 'terpasang' }
  const value = `tanpa ${rows.map(({ name }) => name).join(', ')}`
  return { level: 'warning', value, advice: 'Jalankan RECONNECT di konsol PgBouncer, supaya koneksinya memakai setelan peran database.' }
}

const providerTimeoutMs = 3000
const modes = { simulated: 'simulasi bawaan, tanpa uang sungguhan', sandbox: 'Midtrans sandbox, tanpa uang sungguhan', production: 'Midtrans, uang sungguhan' }

async function findProvider(deps: SystemDeps): Promise<Finding> {
  const { mode, baseUrl } = deps.installation.payment
  const last = await readLastNotification(deps)
  const value = `${modes[mode]}; notifikasi terakhir ${last ? `${duration(deps.clock.now().getTime() - last.getTime())} lalu` : 'belum pernah'}`
  if (baseUrl !== null) {
    // Any response shows that the provider can be reached.
    const reached = await deps.fetch(new Request(baseUrl, { method: 'HEAD', signal: AbortSignal.timeout(providerTimeoutMs) })).catch(() => null)
    await reached?.body?.cancel()
    if (!reached)
      return { level: 'problem', value: `${value}; tidak terjangkau`, advice: `Server ini tidak bisa membuka ${baseUrl}: periksa jaringan dan firewall.` }
  }
  if (mode !== 'production' && deps.installation.isPublic)
    return { level: 'warning', value, advice: 'Pembeli tidak membayar sungguhan: isi kunci Midtrans dan MIDTRANS_ENVIRONMENT=production.' }
  return { level: 'ok', value }
}

async function findBackup({ database, clock, installation: { backup, isPublic } }: SystemDeps): Promise<Finding> {
  const runs = await listRuns(database, 50)
  const done = runs.find((run) => run.finishedAt && run.failure === null)
  const last = runs.find((run) => run.finishedAt)
  const schedule = backup.everyMs === null ? 'tanpa jadwal' : `setiap ${duration(backup.everyMs)}`
  if (last?.failure)
    return { level: 'problem', value: `${schedule}; yang terakhir gagal: ${last.failure}`, advice: 'Perbaiki penyebabnya; jadwal mencoba lagi dalam satu jam.' }
  if (!done?.finishedAt) {
    const level = backup.everyMs === null && isPublic ? 'problem' : backup.everyMs === null ? 'warning' : 'ok'
    return withAdvice({ level, value: `${schedule}; belum ada cadangan` }, 'Jalankan npm run backup -- BERKAS, atau isi BACKUP_EVERY=1d.')
  }
  const age = clock.now().getTime() - done.finishedAt.getTime()
  const value = `${schedule}; terakhir ${duration(age)} lalu, ${formatBytes(done.bytes ?? 0)}${done.encrypted ? ', terenkripsi' : ', tidak terenkripsi'}`
  const everyMs = backup.everyMs ?? 7 * 24 * hourMs
  const level = levelOf(age, 1.5 * everyMs, 3 * everyMs)
  if (level === 'ok' && !done.encrypted && isPublic)
    return { level: 'warning', value, advice: 'Isi BACKUP_PASSPHRASE, agar data pribadi di dalamnya tidak terbaca orang lain.' }
  return withAdvice({ level, value }, 'Cadangan terlalu lama: jalankan npm run backup -- BERKAS, dan periksa BACKUP_EVERY.')
}

const manySlowQueries = 20

function findSlowQueries({ serving, clock }: SystemDeps): Finding {
  if (!serving) return onlyOnPage
  const queries = serving.slowQueries()
  const [last] = queries
  if (!last) return { level: 'ok', value: 'tidak ada sejak produk berjalan' }
  const ageOf = ({ at }: { at: Date }) => clock.now().getTime() - at.getTime()
  const recent = queries.filter((query) => ageOf(query) < hourMs).length
  const value = `${recent} dalam satu jam; terakhir ${duration(ageOf(last))} lalu, ${last.ms} ms: ${last.route ?? 'pekerjaan latar'}`
  return withAdvice({ level: recent >= manySlowQueries ? 'warning' : 'ok', value }, 'Cari "slow query" di log: di sana ada kueri dan alamatnya.')
}

const idsShown = 5
/** An admin waits for the page. */
const pageSeconds = 5

/** Throws StorageFailure after this many seconds; null waits as long as the work takes. */
async function withinSeconds<Result>(seconds: number | null, work: Promise<Result>): Promise<Result> {
  if (seconds === null) return work
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageFailure(`it does not answer within ${seconds} s`)), seconds * 1000)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function findMedia(deps: SystemDeps, { everyFile = false }: ReportOptions): Promise<Finding> {
  const { location } = deps.store
  try {
    const { checked, missing } = await withinSeconds(everyFile ? null : pageSeconds, examineMedia(deps, { every: everyFile }))
    const examined = checked === 0 ? 'belum ada berkas' : everyFile ? `${checked} berkas diperiksa` : `${checked} berkas terbaru diperiksa`
    if (missing.length === 0) return { level: 'ok', value: `${location}; ${examined}` }
    const named = `${missing.slice(0, idsShown).join(', ')}${missing.length > idsShown ? ', …' : ''}`
    return {
      level: 'problem',
      value: `${location}; ${examined}, ${missing.length} hilang`,
      advice: `Kembalikan dari cadangan: ${named}.${everyFile ? '' : ' npm run doctor -- --media memeriksa semuanya.'}`,
    }
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error
    return { level: 'problem', value: `${location}; tidak bisa dipakai`, advice: `Periksa pengaturan S3 dan layanannya: ${error.message}.` }
  }
}

function findProxies({ installation: { trustedProxyHops }, serving }: SystemDeps): Finding {
  if (!serving) return onlyOnPage
  const seen = serving.forwardedHops()
  if (seen === null || seen === trustedProxyHops)
    return { level: 'ok', value: `${trustedProxyHops} dipercaya${seen === null ? '' : ', sesuai dengan permintaan'}` }
  const value = `${trustedProxyHops} dipercaya, ${seen} terlihat di kebanyakan permintaan`
  return seen > trustedProxyHops
    ? { level: 'problem', value, advice: `Semua pengunjung berbagi satu batas percobaan: isi TRUSTED_PROXY_HOPS=${seen} kalau semuanya proxy milikmu.` }
    : { level: 'problem', value, advice: `Pengunjung bisa memalsukan alamatnya: isi TRUSTED_PROXY_HOPS=${seen}.` }
}
