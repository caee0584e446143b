import { isRouteErrorResponse } from 'react-router'
import { failureStatus, serverMessage } from '#contract/client.ts'
import { isNetworkFailure } from '#web/identity/api.ts'

type Text = { title: string; text: string; canRetry?: true }
export type DescribedError = Text & {
  code: string
  /** The message of the loader, if any. */
  detail: string | null
}

/** The code of a lost connection, which has no status. */
export const offlineCode = 'Offline'

export const errorTexts = {
  403: { title: 'Akses Ditolak', text: 'Akun ini tidak punya izin untuk membuka halaman ini.' },
  404: { title: 'Halaman tidak ditemukan', text: 'Mungkin tautannya berubah atau sudah dihapus.' },
} satisfies Record<number, Text>
const texts: Partial<Record<string, Text>> = {
  ...errorTexts,
  429: { title: 'Terlalu banyak percobaan', text: 'Tunggu sebentar, lalu muat ulang.', canRetry: true },
  503: { title: 'Layanan sedang sibuk', text: 'Bukan salahmu. Coba muat ulang sebentar lagi.', canRetry: true },
  [offlineCode]: {
    title: 'Tidak tersambung',
    text: 'Koneksi terputus atau lambat. Periksa jaringan, lalu coba lagi.',
    canRetry: true,
  },
}
const serverError: Text = {
  title: 'Ada gangguan di server',
  text: 'Bukan salahmu. Coba muat ulang sebentar lagi.',
  canRetry: true,
}

/** Describes what an error boundary caught, for the user: a response thrown by a loader, an error of the API, or any other thrown value. */
export function describeError(error: unknown): DescribedError {
  if (isRouteErrorResponse(error)) return describe(error.status, typeof error.data === 'string' ? error.data : null)
  const status = failureStatus(error)
  if (status !== null && status < 500) return describe(status, serverMessage(error))
  return describe(isNetworkFailure(error) ? offlineCode : 500, null)
}

const describe = (code: number | string, detail: string | null): DescribedError => ({
  code: String(code),
  detail,
  ...(texts[code] ?? serverError),
})
