const causes: readonly [RegExp, string][] = [
  [/ENOTFOUND|EAI_AGAIN|EDNS/, 'Nama server email tidak ditemukan. Periksa alamatnya di setelan.'],
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/, 'Server email menolak koneksi. Periksa alamat dan portnya di setelan.'],
  [/timeout|ETIMEDOUT|ECONNRESET|closed unexpectedly/i, 'Server email tidak menjawab.'],
  [/invalid login|\b(?:530|534|535)\b/i, 'Server email menolak masuk. Periksa nama dan passwordnya di setelan.'],
  [/certificate|TLS|SSL/i, 'Koneksi aman ke server email gagal.'],
  [/\b552\b|mailbox (?:is )?full|over quota/i, 'Kotak surat penerima penuh.'],
  [/\b55[0-9]\b/, 'Server email menolak alamat penerima atau isi emailnya.'],
  [/\b4[25][0-9]\b/, 'Server email belum bisa menerima, akan dicoba lagi.'],
]

/** Why a mail was not sent; null for a cause without a message, which is then shown as the mail server names it. */
export const describeMailFailure = (error: string): string | null =>
  causes.find(([pattern]) => pattern.test(error))?.[1] ?? null
