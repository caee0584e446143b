import { failureStatus, hasResponded, serverMessage } from '#contract/client.ts'

/** The server's message; without one, that the server could not be reached. */
export const describeFailure = (error: unknown): string =>
  serverMessage(error) ?? 'Server tidak bisa dihubungi. Periksa koneksi, lalu coba lagi.'

/** True when what was edited, or what it belongs to, does not exist any more. */
export const isGone = (error: unknown): boolean => failureStatus(error) === 404

/** Why a form was not saved, and what to do now. What was typed stays in the form. */
export function describeSaveFailure(error: unknown): string {
  const message = serverMessage(error)
  if (message === null)
    return hasResponded(error)
      ? 'Server sedang bermasalah. Isianmu masih ada di sini: coba simpan lagi sebentar lagi.'
      : 'Tidak ada sambungan ke server. Isianmu masih ada di sini: periksa koneksi, lalu simpan lagi.'
  if (isGone(error))
    return 'Yang kamu ubah sudah dihapus di tempat lain. Isianmu masih ada di sini: salin yang masih kamu perlukan.'
  return message
}
