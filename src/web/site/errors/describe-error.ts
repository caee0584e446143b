import { isNetworkFailure } from '#web/identity/api.ts'

export type DescribedError = {
  code: string
  title: string
  text: string
  /** The message of the loader, if any. */
  detail: string | null
  canRetry: boolean
}

/** The code of a lost connection, which has no status. */
export const offlineCode = 'Offline'

const serverError = {
  title: 'Ada gangguan di server',
  text: 'Bukan salahmu. Coba muat ulang sebentar lagi.',
  canRetry: true,
}

/** Describes a response with an error status, or any other thrown value, for the user. */
export function describeError(
  failure: { status: number; message: string | null } | { error: unknown },
): DescribedError {
  if ('error' in failure) {
    if (isNetworkFailure(failure.error)) {
      return {
        code: offlineCode,
        title: 'Tidak tersambung',
        text: 'Koneksi terputus atau lambat. Periksa jaringan, lalu coba lagi.',
        detail: null,
        canRetry: true,
      }
    }
    return { code: '500', detail: null, ...serverError }
  }
  const { status, message } = failure
  const code = String(status)
  if (status === 404)
    return {
      code,
      title: 'Halaman tidak ditemukan',
      text: 'Mungkin tautannya berubah atau sudah dihapus.',
      detail: message,
      canRetry: false,
    }
  if (status === 403)
    return {
      code,
      title: 'Akses Ditolak',
      text: 'Akun ini tidak punya izin untuk membuka halaman ini.',
      detail: message,
      canRetry: false,
    }
  if (status === 429)
    return {
      code,
      title: 'Terlalu banyak percobaan',
      text: 'Tunggu sebentar, lalu muat ulang.',
      detail: message,
      canRetry: true,
    }
  if (status === 503)
    return {
      code,
      title: 'Layanan sedang sibuk',
      text: 'Bukan salahmu. Coba muat ulang sebentar lagi.',
      detail: message,
      canRetry: true,
    }
  return { code, detail: message, ...serverError }
}
