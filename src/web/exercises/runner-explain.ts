import { pythonSentences } from './python-mistakes.ts'
import type { StopReason } from './run-state.ts'

// What went wrong, in a sentence that beginners understand. The original is shown beside it.

const q = '[\'"“‘]?([^\'"”’]*)[\'"”’]?'
const sentences: readonly (readonly [RegExp, string])[] = [
  ...pythonSentences,
  [/(\S+) is not defined|Can't find variable: (\S+)/, 'Nama $1$2 belum dibuat. Periksa ejaannya, atau buat dulu.'],
  [/Cannot access '?(\w+)'? before initialization/, 'Nama $1 dipakai sebelum baris yang membuatnya.'],
  [/(\S+) is not a function/, '$1 bukan fungsi, jadi tidak bisa dipanggil dengan ().'],
  [
    /(?:Cannot read properties of|can't access property .*) ?(undefined|null)|undefined is not an object/,
    'Nilainya belum ada ($1), jadi bagian di dalamnya tidak bisa dibaca.',
  ],
  [/Cannot set properties of (undefined|null)/, 'Nilainya belum ada ($1), jadi tidak bisa diisi.'],
  [
    /Assignment to constant variable|invalid assignment to const/,
    'Nama yang dibuat dengan const tidak bisa diisi lagi. Pakai let.',
  ],
  [/Maximum call stack size exceeded|too much recursion/, 'Fungsi ini memanggil dirinya tanpa henti.'],
  [/Invalid array length|out of memory|Array buffer allocation/i, 'Datanya terlalu besar untuk memori.'],
  [
    /Identifier '(\w+)' has already been declared|redeclaration of/,
    'Nama $1 dibuat dua kali. Hapus salah satunya, atau ganti namanya.',
  ],
  [/Unterminated string|Invalid or unexpected token/, 'Ada teks yang tanda kutipnya belum ditutup.'],
  [/Unterminated template/, 'Ada teks yang tanda ` -nya belum ditutup.'],
  [/Unterminated comment/, 'Ada komentar yang belum ditutup dengan */.'],
  [/Unexpected end of input|Unexpected token \(end\)/, 'Kodenya berakhir terlalu cepat: mungkin kurang ) atau }.'],
  [
    /'import' and 'export' may appear only/,
    'import dan export tidak dipakai di latihan ini: semua berkas sudah tersambung.',
  ],
  [/'return' outside of function|Illegal return/, 'return hanya boleh di dalam fungsi.'],
  [/await is only valid|Cannot use keyword 'await'/, 'await hanya boleh di dalam fungsi async.'],
  [/is reserved|Unexpected keyword '(\w+)'/, 'Kata $1 sudah dipakai oleh bahasanya. Pilih nama lain.'],
  [
    /Unexpected token/,
    'Ada tanda yang tidak pada tempatnya. Periksa baris ini dan baris sebelumnya: mungkin kurang koma, kurung, atau kutip.',
  ],
  [/is not iterable/, 'Nilai ini bukan daftar, jadi tidak bisa diulang satu per satu.'],
  [/JSON(?:\.parse)?: |is not valid JSON/, 'Teks ini bukan JSON yang benar.'],
  [new RegExp(`relation ${q} does not exist`), 'Tabel $1 tidak ada. Periksa ejaannya.'],
  [new RegExp(`column ${q} does not exist`), 'Kolom $1 tidak ada di tabel itu. Periksa ejaannya.'],
  [new RegExp(`relation ${q} already exists`), 'Tabel $1 sudah ada.'],
  [
    new RegExp(`syntax error at or near ${q}`),
    'Susunan perintah SQL salah di dekat “$1”. Periksa koma, kurung, dan urutan katanya.',
  ],
  [/syntax error at end of input/, 'Perintah SQL-nya belum selesai.'],
  [
    /must appear in the GROUP BY clause/,
    'Kolom yang dipilih harus ada di GROUP BY, atau dihitung dengan fungsi seperti COUNT.',
  ],
  [/duplicate key value violates unique constraint/, 'Nilai ini sudah ada, padahal harus berbeda untuk setiap baris.'],
  [/violates not-null constraint/, 'Ada kolom wajib yang kosong.'],
  [/violates foreign key constraint/, 'Baris ini menunjuk baris lain yang tidak ada.'],
  [new RegExp(`function ${q} does not exist`), 'Fungsi $1 tidak ada, atau dipanggil dengan jenis nilai yang salah.'],
  [/operator does not exist/, 'Dua nilai yang jenisnya berbeda tidak bisa dibandingkan begini.'],
  [/division by zero/, 'Pembagian dengan nol.'],
  [
    /(Failed to fetch|Load failed|NetworkError|Refused to connect)/,
    'Latihan berjalan tanpa internet, jadi tidak bisa mengambil data dari luar.',
  ],
  [/Waktu habis/, 'Kode ini tidak selesai dalam 5 detik. Mungkin ada perulangan yang tidak berhenti.'],
]

/** A sentence for the commonest mistakes; null for others. */
export function explainMistake(text: string): string | null {
  for (const [pattern, sentence] of sentences) {
    const match = pattern.exec(text.slice(0, 1_000))
    if (match) return sentence.replaceAll(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? '')
  }
  return null
}

export const stopSentences: Record<StopReason, string> = {
  time: 'Kodenya dihentikan setelah 5 detik. Mungkin ada perulangan yang tidak berhenti.',
  output: 'Kodenya dihentikan karena keluarannya terlalu banyak.',
  moved: 'Kodenya dihentikan karena mencoba membuka halaman lain.',
  memory: 'Kodenya dihentikan karena memakai terlalu banyak memori.',
  frame: 'Tempat menjalankan kode belum bisa dibuka. Periksa koneksi, lalu coba lagi.',
}
