import type { ErrorCode } from 'yaml'

/** The mistakes of the parser's library, by its codes, in the words of people who write courses. */
const sentences: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: 'setelah & atau * tulis sebuah nama, atau tutup nilainya dengan tanda petik',
  BAD_COLLECTION_TYPE: 'tanda ! di sini tidak cocok dengan nilainya. Hapus tandanya',
  BAD_DIRECTIVE: 'baris yang diawali % tidak dikenal. Hapus barisnya',
  BAD_DQ_ESCAPE: String.raw`tanda \ di antara tanda petik ganda tidak dikenal. Tulis \\ atau pakai tanda petik tunggal`,
  BAD_INDENT:
    'spasi di awal baris ini tidak sejajar dengan baris lain di kelompoknya, atau ada kurung yang belum ditutup',
  BAD_SCALAR_START: 'nilai tidak boleh diawali tanda ini. Tutup nilainya dengan tanda petik',
  BLOCK_AS_IMPLICIT_KEY: 'ada dua titik dua dalam satu baris. Tutup nilainya dengan tanda petik',
  BLOCK_IN_FLOW: 'daftar berbaris tidak boleh berada di dalam kurung',
  DUPLICATE_KEY: 'nama ini sudah ditulis sebelumnya',
  KEY_OVER_1024_CHARS: 'nama sebelum titik dua terlalu panjang',
  MISSING_CHAR: 'ada tanda yang kurang: tanda petik atau kurung penutup, koma, titik dua, atau spasi',
  MULTILINE_IMPLICIT_KEY: 'nama dan titik duanya harus dalam satu baris. Periksa apakah titik duanya ada',
  MULTIPLE_DOCS: 'berkas ini hanya boleh memuat satu kelas. Hapus baris --- di antaranya',
  TAB_AS_INDENT: 'awal baris memuat tab. Ganti dengan spasi',
  TAG_RESOLVE_FAILED: 'tanda ! di sini tidak dikenal. Hapus, atau tutup nilainya dengan tanda petik',
  UNEXPECTED_TOKEN: 'ada tanda yang tidak pada tempatnya. Hapus, atau tutup nilainya dengan tanda petik',
}

export const yamlMistake = (code: ErrorCode): string =>
  `Bukan YAML yang benar: ${sentences[code] ?? 'bagian ini tidak bisa dibaca. Periksa spasi, titik dua dan tanda petiknya'}`
