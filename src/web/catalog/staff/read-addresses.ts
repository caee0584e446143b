/** The addresses in a pasted text: one a line, or between commas, semicolons or spaces, also as "Nama <alamat>". Each once. */
export function readAddresses(text: string): string[] {
  const bare = text.replaceAll(/"[^"]*"/g, ' ')
  const words = bare.split(/[\s,;<>]+/)
  const addresses = words.filter((word) => word.includes('@')).map((word) => word.toLowerCase())
  return [...new Set(addresses)]
}
