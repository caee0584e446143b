// Kinds of files that people often have and that are not taken as they are: what each is, and what would do instead.

type Foreign = { is: string; /** Advice where documents are taken. */ instead: string }

const asDocument = 'simpan sebagai DOCX atau PDF'
const asPicture = 'simpan sebagai JPG atau PNG'
const asZip = 'kemas lagi sebagai ZIP'
const withoutMacros = 'simpan tanpa makro'
const foreign: Readonly<Record<string, Foreign>> = {
  doc: { is: 'dokumen Word lama (.doc)', instead: asDocument },
  rtf: { is: 'dokumen RTF', instead: asDocument },
  odt: { is: 'dokumen OpenDocument (.odt)', instead: asDocument },
  pages: { is: 'dokumen Pages', instead: asDocument },
  xls: { is: 'lembar Excel lama (.xls)', instead: 'simpan sebagai XLSX' },
  ods: { is: 'lembar OpenDocument (.ods)', instead: 'simpan sebagai XLSX' },
  csv: { is: 'CSV', instead: 'simpan sebagai XLSX atau TXT' },
  ppt: { is: 'presentasi PowerPoint lama (.ppt)', instead: 'simpan sebagai PPTX atau PDF' },
  odp: { is: 'presentasi OpenDocument (.odp)', instead: 'simpan sebagai PPTX atau PDF' },
  docm: { is: 'dokumen Word dengan makro', instead: withoutMacros },
  xlsm: { is: 'lembar Excel dengan makro', instead: withoutMacros },
  pptm: { is: 'presentasi PowerPoint dengan makro', instead: withoutMacros },
  cfb: { is: 'berkas Office lama', instead: 'simpan sebagai DOCX, XLSX, PPTX, atau PDF' },
  heic: { is: 'foto HEIC dari iPhone', instead: asPicture },
  heif: { is: 'foto HEIF', instead: asPicture },
  avif: { is: 'gambar AVIF', instead: asPicture },
  webp: { is: 'gambar WebP', instead: asPicture },
  gif: { is: 'gambar GIF', instead: asPicture },
  bmp: { is: 'gambar BMP', instead: asPicture },
  tif: { is: 'gambar TIFF', instead: asPicture },
  psd: { is: 'gambar Photoshop', instead: asPicture },
  svg: { is: 'gambar SVG', instead: 'simpan sebagai PNG' },
  rar: { is: 'arsip RAR', instead: asZip },
  '7z': { is: 'arsip 7-Zip', instead: asZip },
  gz: { is: 'arsip GZIP', instead: asZip },
  tar: { is: 'arsip TAR', instead: asZip },
  html: { is: 'halaman web (HTML)', instead: 'kemas sebagai ZIP, atau simpan sebagai TXT atau PDF' },
  aac: { is: 'rekaman AAC', instead: 'simpan sebagai M4A atau MP3' },
  amr: { is: 'rekaman AMR', instead: 'simpan sebagai M4A atau MP3' },
  flac: { is: 'rekaman FLAC', instead: 'simpan sebagai MP3' },
  mp3: { is: 'rekaman suara', instead: 'kirim tautannya, misalnya dari Google Drive' },
  py: { is: 'berkas kode', instead: 'kemas sebagai ZIP, atau simpan sebagai TXT' },
  mp4: { is: 'video', instead: 'unggah ke YouTube atau Google Drive, lalu kirim tautannya' },
  exe: { is: 'program', instead: 'kirim kode sumbernya sebagai ZIP' },
  epub: { is: 'e-book EPUB', instead: 'simpan sebagai PDF' },
  pdf: { is: 'PDF', instead: 'ganti akhiran namanya menjadi .pdf' },
  docx: { is: 'dokumen Word', instead: 'ganti akhiran namanya menjadi .docx' },
  xlsx: { is: 'lembar Excel', instead: 'ganti akhiran namanya menjadi .xlsx' },
  pptx: { is: 'presentasi PowerPoint', instead: 'ganti akhiran namanya menjadi .pptx' },
  txt: { is: 'teks biasa', instead: 'ganti akhiran namanya menjadi .txt' },
  zip: { is: 'arsip ZIP', instead: 'ganti akhiran namanya menjadi .zip' },
  jpg: { is: 'gambar JPG', instead: 'ganti akhiran namanya menjadi .jpg' },
  png: { is: 'gambar PNG', instead: 'ganti akhiran namanya menjadi .png' },
}
const aliases: Readonly<Record<string, string>> = {
  tiff: 'tif',
  htm: 'html',
  xhtml: 'html',
  tgz: 'gz',
  jfif: 'jpg',
  jpeg: 'jpg',
  mov: 'mp4',
  m4v: 'mp4',
  webm: 'mp4',
  mkv: 'mp4',
  avi: 'mp4',
  '3gp': 'mp4',
  wmv: 'mp4',
  msi: 'exe',
  com: 'exe',
  bat: 'exe',
  cmd: 'exe',
  scr: 'exe',
  apk: 'exe',
  jar: 'exe',
  elf: 'exe',
  macho: 'exe',
  m4a: 'mp3',
  ogg: 'mp3',
  wav: 'mp3',
}
const code = /^(?:js|mjs|jsx|ts|tsx|vue|java|kt|c|h|cpp|cs|go|rs|rb|php|r|dart|swift|sql|sh|ps1|css|json|ya?ml|ipynb)$/
const findForeign = (kind: string): Foreign | null => foreign[code.test(kind) ? 'py' : (aliases[kind] ?? kind)] ?? null

/** "Ini arsip RAR: kemas lagi sebagai ZIP", for a kind as its extension names it; null for one that is not known. */
export function describeForeign(kind: string): string | null {
  const found = findForeign(kind)
  return found && `Ini ${found.is}: ${found.instead}`
}

/** The same where a text of another kind is wanted, such as "CSV" or "SRT atau VTT". */
export function describeForText(kind: string, wanted: string): string | null {
  const found = findForeign(kind)
  if (!found) return null
  const isTable = wanted === 'CSV' && /^(?:xlsx?|xlsm|ods|cfb)$/.test(kind)
  return isTable
    ? `Ini ${found.is}, bukan CSV. Buka di Excel atau Google Sheets, simpan sebagai CSV (UTF-8), lalu pilih berkas CSV itu.`
    : `Ini ${found.is}, bukan ${wanted}. Pilih berkas ${wanted}.`
}

/** The same where the zip of a course is wanted; null for a zip, which is damaged then. */
export function describeForArchive(kind: string): string | null {
  const found = findForeign(kind)
  if (!found || kind === 'zip') return null
  return found.instead === asZip ? `Ini ${found.is}: ${asZip}` : `Ini ${found.is}, bukan zip kelas. Pilih berkas zip`
}

/** The same where a picture is wanted; null for what is a picture that is taken. */
export function describeForPicture(kind: string): string | null {
  const name = aliases[kind] ?? kind
  const found = findForeign(kind)
  if (!found || ['jpg', 'png', 'webp', 'html'].includes(name)) return null
  return found.instead === asPicture || name === 'svg'
    ? `Ini ${found.is}: ${found.instead}`
    : `Ini ${found.is}, bukan gambar`
}
