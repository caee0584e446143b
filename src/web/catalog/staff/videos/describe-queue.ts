import { formatBytes } from '#contract/kit/format/bytes.ts'
import { formatSpan } from '#contract/kit/format/span.ts'
import { isFinished, totalsOf, type Queue, type QueuedVideo } from './queue.ts'

const percent = (share: number): string => `${Math.floor(share * 100)}%`

/** One line about a video. */
export function describeVideo({ state, size }: QueuedVideo): string {
  switch (state.step) {
    case 'queued':
      return `Menunggu giliran · ${formatBytes(size)}`
    case 'checking':
      return 'Memeriksa video…'
    case 'rewriting':
      return `Menyiapkan video… ${percent(state.share)}`
    case 'sending': {
      const { sent, bytes, bytesPerSecond, isWaiting } = state
      const rest = isWaiting
        ? ' · menunggu koneksi…'
        : bytesPerSecond < 1
          ? ''
          : ` · sisa ${formatSpan(Math.ceil((bytes - sent) / bytesPerSecond))}`
      return `${percent(sent / bytes)} dari ${formatBytes(bytes)}${rest}`
    }
    case 'saving':
      return 'Menyimpan ke materi…'
    case 'done':
      return state.note ?? 'Selesai'
    case 'present':
      return 'Sudah ada videonya'
    case 'failed':
      return state.message
  }
}

const modes = {
  running: 'Mengunggah video satu per satu. Kamu boleh membuka halaman lain di sini, asal tab ini tidak ditutup.',
  offline: 'Menunggu koneksi, lalu lanjut sendiri.',
  resting: 'Istirahat sebentar, lalu lanjut sendiri.',
  paused: 'Dijeda. Yang sudah terkirim tersimpan di server.',
} as const

/** The state of all videos, without numbers that change all the time: it is announced. */
export function describeQueue(queue: Queue): string {
  const { all, done, failed } = totalsOf(queue)
  if (!isFinished(queue)) return [queue.message, modes[queue.mode]].filter(Boolean).join(' ')
  if (failed === 0) return `Semua ${all.toLocaleString('id-ID')} video sudah ada di materinya, sebagai draf.`
  return `${done.toLocaleString('id-ID')} video selesai, ${failed.toLocaleString('id-ID')} gagal.`
}
