const q = '[\'"“‘]?([^\'"”’]*)[\'"”’]?'

/** The commonest mistakes of SQL, as `sentences` of runner-explain.ts. The more exact one comes first. */
export const sqlSentences: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`column ${q} of relation ${q} does not exist`), 'Tabel $2 tidak punya kolom $1. Periksa ejaannya.'],
  [new RegExp(`relation ${q} does not exist`), 'Tabel $1 tidak ada. Periksa ejaannya.'],
  [new RegExp(`column ${q} does not exist`), 'Kolom $1 tidak ada di tabel itu. Periksa ejaannya.'],
  [
    new RegExp(`column reference ${q} is ambiguous`),
    'Kolom $1 ada di lebih dari satu tabel. Tulis tabelnya, seperti tabel.$1.',
  ],
  [new RegExp(`missing FROM-clause entry for table ${q}`), 'Tabel $1 belum disebut di FROM atau JOIN.'],
  [
    new RegExp(`invalid reference to FROM-clause entry for table ${q}`),
    'Tabel $1 tidak bisa dipakai di sini. Periksa nama pendeknya (alias).',
  ],
  [
    new RegExp(`table name ${q} specified more than once`),
    'Tabel $1 disebut dua kali. Beri salah satunya nama pendek (alias).',
  ],
  [new RegExp(`relation ${q} already exists`), 'Tabel $1 sudah ada.'],
  [
    new RegExp(`syntax error at or near ${q}`),
    'Susunan perintah SQL salah di dekat “$1”. Periksa koma, kurung, dan urutan katanya.',
  ],
  [/syntax error at end of input/, 'Perintah SQL-nya belum selesai.'],
  [/unterminated quoted string/, 'Ada teks yang tanda kutipnya belum ditutup.'],
  [/aggregate functions are not allowed in WHERE/, 'COUNT, SUM dan sejenisnya tidak boleh di WHERE. Pakai HAVING.'],
  [
    /must appear in the GROUP BY clause/,
    'Kolom yang dipilih harus ada di GROUP BY, atau dihitung dengan fungsi seperti COUNT.',
  ],
  [/for SELECT DISTINCT, ORDER BY/, 'Dengan DISTINCT, kolom di ORDER BY harus ikut dipilih.'],
  [/subquery must return only one column/, 'Kueri di dalam kurung harus menghasilkan satu kolom saja.'],
  [
    /more than one row returned by a subquery/,
    'Kueri di dalam kurung menghasilkan lebih dari satu baris. Pakai IN, atau batasi barisnya.',
  ],
  [/must have the same number of columns/, 'Semua kueri yang digabung harus punya kolom sama banyak.'],
  [
    /INSERT has more (?:expressions than target columns|target columns than expressions)/,
    'Banyaknya nilai tidak sama dengan banyaknya kolom.',
  ],
  [new RegExp(`invalid input syntax for type (\\w+): ${q}`), 'Nilai “$2” bukan $1 yang benar.'],
  [new RegExp(`column ${q} is of type (\\w+)`), 'Kolom $1 berjenis $2, tetapi nilainya berjenis lain.'],
  [/argument of (\w+) must be type boolean/, 'Syarat di $1 harus berupa perbandingan, misalnya harga < 10000.'],
  [/value too long for type/, 'Teksnya lebih panjang daripada yang muat di kolom itu.'],
  [/integer out of range|numeric field overflow/, 'Angkanya terlalu besar untuk kolom itu.'],
  [/duplicate key value violates unique constraint/, 'Nilai ini sudah ada, padahal harus berbeda untuk setiap baris.'],
  [/violates not-null constraint/, 'Ada kolom wajib yang kosong.'],
  [/violates foreign key constraint/, 'Baris ini menunjuk baris lain yang tidak ada.'],
  [/violates check constraint/, 'Nilai ini melanggar aturan (CHECK) tabelnya.'],
  [new RegExp(`function ${q} does not exist`), 'Fungsi $1 tidak ada, atau dipanggil dengan jenis nilai yang salah.'],
  [/operator does not exist/, 'Dua nilai yang jenisnya berbeda tidak bisa dibandingkan begini.'],
  [/cannot insert multiple commands into a prepared statement/, 'kueri(…) menjalankan satu perintah saja.'],
  [/division by zero/, 'Pembagian dengan nol.'],
]
