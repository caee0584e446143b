import { pythonSentences } from './python-mistakes.ts'
import { sqlSentences } from './sql-mistakes.ts'
import type { CloseReason, StopReason } from './run-state.ts'

// Explains mistakes in sentences that beginners understand. The original is shown beside them.

const sentences: readonly (readonly [RegExp, string])[] = [
  ...pythonSentences,
  ...sqlSentences,
  [
    /^ReferenceError: (document|window|localStorage|alert|prompt) is not defined/,
    '$1 hanya ada di halaman. Latihan ini berjalan tanpa halaman: pakai console.log dan return.',
  ],
  [
    /^ReferenceError: (require|module|exports) is not defined/,
    '$1 tidak dipakai di latihan ini: semua berkas sudah tersambung.',
  ],
  [/(\S+) is not defined|Can't find variable: (\S+)/, 'Nama $1$2 belum dibuat. Periksa ejaannya, atau buat dulu.'],
  [/Cannot access '?(\w+)'? before initialization/, 'Nama $1 dipakai sebelum baris yang membuatnya.'],
  [/(\S+) is not a function/, '$1 bukan fungsi, jadi tidak bisa dipanggil dengan ().'],
  [
    /(?:Cannot read properties of|can't access property .*) ?(undefined|null)|undefined is not an object/,
    'Nilainya belum ada ($1), jadi bagian di dalamnya tidak bisa dibaca.',
  ],
  [/is not a constructor/, 'Ini bukan kelas, jadi tidak bisa dibuat dengan new.'],
  [/Class constructor (\w+) cannot be invoked/, 'Kelas $1 harus dibuat dengan new.'],
  [/Must call super constructor|super\(\) hasn't been called/, 'Panggil super() dulu, sebelum memakai this.'],
  [/Cannot set properties of (undefined|null)/, 'Nilainya belum ada ($1), jadi tidak bisa diisi.'],
  [
    /Assignment to constant variable|invalid assignment to const/,
    'Nama yang dibuat dengan const tidak bisa diisi lagi. Pakai let.',
  ],
  [
    /Maximum call stack size exceeded|too much recursion|stack depth limit exceeded/,
    'Fungsi ini memanggil dirinya tanpa henti.',
  ],
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
  [
    /Assigning to rvalue|Invalid left-hand side/,
    'Sisi kiri tanda = harus sebuah nama. Untuk membandingkan, pakai ===.',
  ],
  [/Unsyntactic (break|continue)|Illegal (break|continue)/, '$1$2 hanya boleh di dalam perulangan.'],
  [/Invalid regular expression/, 'Pola (regex) ini susunannya salah.'],
  [/Invalid count value/, 'Banyaknya ulangan harus nol atau lebih.'],
  [/Reduce of empty array/, 'Daftarnya kosong: beri reduce nilai awal.'],
  [/Cannot mix BigInt/, 'BigInt dan angka biasa tidak bisa dihitung bersama.'],
  [/Cannot convert undefined or null to object/, 'Nilainya belum ada (undefined atau null).'],
  [/is not a valid selector/, 'Pemilih (selector) CSS ini susunannya salah.'],
  [/parameter \d is not of type '(\w+)'/, 'Yang diberikan bukan $1. Periksa nilainya dengan console.log.'],
  [/is not iterable/, 'Nilai ini bukan daftar, jadi tidak bisa diulang satu per satu.'],
  [/JSON(?:\.parse)?: |is not valid JSON/, 'Teks ini bukan JSON yang benar.'],
  [
    /(Failed to fetch|Load failed|NetworkError|Refused to connect)/,
    'Latihan berjalan tanpa internet, jadi tidak bisa mengambil data dari luar.',
  ],
  [/Waktu habis/, 'Kode ini berjalan terlalu lama. Mungkin ada perulangan yang tidak berhenti.'],
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
  start:
    'Bahasa ini belum bisa disiapkan di perangkatmu, jadi kodemu belum dijalankan. Tutup aplikasi lain, lalu coba lagi.',
  frame: 'Tempat menjalankan kode belum bisa dibuka. Periksa koneksi, lalu coba lagi.',
  asked: 'Kamu menghentikan kodenya.',
}

export const closeSentences: Record<CloseReason, string> = {
  asked: 'Halamanmu ditutup. Jalankan lagi untuk membukanya.',
  busy: 'Halamanmu ditutup karena terlalu sibuk: mungkin ada perulangan atau timer yang tidak berhenti. Kodemu aman.',
  moved: 'Halamanmu ditutup karena mencoba membuka halaman lain.',
  output: 'Halamanmu ditutup karena keluarannya terlalu banyak.',
}
