const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds

/** When a wait is over, as the end of "Coba lagi …". Rounded up: nobody is sent back too early. */
export function inWords(seconds: number): string {
  if (seconds < minuteSeconds) return 'sebentar lagi'
  const minutes = Math.ceil(seconds / minuteSeconds)
  return minutes < 60 ? `sekitar ${minutes} menit lagi` : `sekitar ${Math.ceil(seconds / hourSeconds)} jam lagi`
}

/** `limit`: a sentence that names what there was too much of. */
export const tooManyMessage = (retryAfterSeconds: number, limit = 'Terlalu banyak percobaan.'): string =>
  `${limit} Coba lagi ${inWords(retryAfterSeconds)}.`
