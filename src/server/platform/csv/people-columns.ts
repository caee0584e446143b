const nameColumn = /^(nama|name|full ?name)(\s.*)?$/i
const emailColumn = /^(alamat )?(surel|e-?mail)( address)?( (siswa|peserta|pengguna))?$/i

const plain = (cell: string): string => cell.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()

/** Where a header has the names and the addresses of people, as the lists of schools and other programs call them; -1 where it has none. */
export const findPeopleColumns = (header: readonly string[]): { name: number; email: number } => ({
  name: header.findIndex((cell) => nameColumn.test(plain(cell))),
  email: header.findIndex((cell) => emailColumn.test(plain(cell))),
})
