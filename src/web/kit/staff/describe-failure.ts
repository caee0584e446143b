import { serverMessage } from '#contract/kit/client.ts'

/** The server's message; without one, that the server could not be reached. */
export const describeFailure = (error: unknown): string => serverMessage(error) ?? 'Server tidak bisa dihubungi. Periksa koneksi, lalu coba lagi.'
