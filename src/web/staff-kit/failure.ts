import { serverMessage } from '#contract/client.ts'

/** The server's words; else that the call never reached it. */
export const describeFailure = (error: unknown): string => serverMessage(error) ?? 'Server tidak bisa dihubungi. Periksa koneksi, lalu coba lagi.'
