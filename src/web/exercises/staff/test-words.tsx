import type { ExerciseLanguage } from '#contract/exercises/exercise-values.ts'

type Word = readonly [code: string, text: string]
const ofJavaScript: readonly Word[] = [
  ['harap(luas(2, 3)).sama(6)', 'nilainya sama; daftar dan objek dibandingkan isinya'],
  ['harap(sudahLogin).benar()', 'nilainya benar'],
  ["harap(nama).memuat('Budi')", 'teks atau daftar memuat sesuatu'],
  ['harap(rata).kira(3.33, 0.01)', 'angka yang hampir sama'],
  ['harap(() => bagi(1, 0)).gagal()', 'fungsi yang harus gagal'],
]
const words: Record<ExerciseLanguage, { first: string; words: readonly Word[] }> = {
  javascript: { first: "tes('luas persegi 2 × 3 adalah 6', () => harap(luas(2, 3)).sama(6))", words: ofJavaScript },
  web: {
    first: "tes('judulnya Halo', () => harap(document.querySelector('h1').textContent).sama('Halo'))",
    words: [
      ...ofJavaScript,
      ["document.querySelector('h1').textContent", 'halaman siswa seperti biasa'],
      ["berkas('gaya.css')", 'isi sebuah berkas'],
    ],
  },
  sql: {
    first: "tes('ada dua menu', async () => harap(await kueri('select * from menu')).sama([…]))",
    words: [
      ...ofJavaScript,
      ["await kueri('select * from menu')", 'baris hasil kueri'],
      ["await kueri(berkas('kueri.sql'))", 'baris hasil kueri siswa'],
    ],
  },
  python: {
    first: "tes('luas persegi 2 × 3 adalah 6', lambda: harap(luas(2, 3)).sama(6))",
    words: [
      ['harap(luas(2, 3)).sama(6)', 'nilainya sama'],
      ['harap(sudah_login).benar()', 'nilainya benar'],
      ["harap(nama).memuat('Budi')", 'teks, daftar, atau dict memuat sesuatu'],
      ['harap(rata).kira(3.33, 0.01)', 'angka yang hampir sama'],
      ['harap(lambda: bagi(1, 0)).gagal()', 'fungsi yang harus gagal'],
      ["harap(keluaran()).memuat('Halo, Budi')", 'semua yang dicetak dengan print'],
      ['masukan.txt', 'berkas yang menjawab input(): satu baris satu jawaban'],
      ["berkas('data.csv')", 'isi sebuah berkas; siswa membukanya dengan open'],
    ],
  },
}

/** The words of tests, by examples. */
export const TestWords = ({ language }: { language: ExerciseLanguage }) => (
  <details>
    <summary className="min-h-11 cursor-pointer py-2 font-bold text-nila">Cara menulis tes</summary>
    <p className="mb-2">Satu tes satu janji, dengan judul yang dibaca siswa. Tulis setiap tes satu per satu:</p>
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also with the keyboard
      tabIndex={0}
      className="mb-3 overflow-auto rounded-card bg-code p-3 font-mono text-sm text-white"
    >
      {words[language].first}
    </pre>
    <dl className="grid gap-2">
      {words[language].words.map(([code, text]) => (
        <div key={code}>
          <dt className="font-mono text-sm break-all">{code}</dt>
          <dd className="text-sm text-ink-2">{text}</dd>
        </div>
      ))}
    </dl>
  </details>
)
