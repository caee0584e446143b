/** The error for letters that no font of the certificate has. */
export const describeMissing = (characters: readonly string[]): string =>
  `Huruf ${characters.slice(0, 5).join(' ')} belum bisa dicetak di sertifikat. Tulis namamu dengan huruf lain, misalnya huruf Latin`
