import type { ExerciseInput } from '#contract/exercises/exercise.ts'
import type { StaffExercise } from '#contract/exercises/exercises.ts'
import type { ExerciseLanguage } from '#contract/exercises/exercise-values.ts'

/** Start of a new exercise: a small one that works, to be changed. */
const firstFiles: Record<ExerciseLanguage, Pick<ExerciseInput, 'files' | 'tests' | 'solution'>> = {
  javascript: {
    files: [{ path: 'utama.js', role: 'edit', text: 'function tambah(a, b) {\n  // tulis di sini\n}\n' }],
    tests: "tes('tambah(1, 2) menghasilkan 3', () => harap(tambah(1, 2)).sama(3))\n",
    solution: [{ path: 'utama.js', text: 'function tambah(a, b) {\n  return a + b\n}\n' }],
  },
  web: {
    files: [{ path: 'index.html', role: 'edit', text: '<h1></h1>\n' }],
    tests: "tes('judulnya Halo', () => harap(document.querySelector('h1').textContent).sama('Halo'))\n",
    solution: [{ path: 'index.html', text: '<h1>Halo</h1>\n' }],
  },
  sql: {
    files: [
      {
        path: 'data.sql',
        role: 'read',
        text: "create table menu (nama text, harga int);\ninsert into menu values ('Soto', 15000), ('Teh', 4000);\n",
      },
      { path: 'kueri.sql', role: 'edit', text: '-- tulis di sini\n' },
    ],
    tests: "tes('menu di bawah 10.000', async () => harap(await kueri(berkas('kueri.sql'))).sama([{ nama: 'Teh' }]))\n",
    solution: [{ path: 'kueri.sql', text: 'select nama from menu where harga < 10000;\n' }],
  },
  python: {
    files: [{ path: 'utama.py', role: 'edit', text: 'def tambah(a, b):\n    pass  # tulis di sini\n' }],
    tests: "tes('tambah(1, 2) menghasilkan 3', lambda: harap(tambah(1, 2)).sama(3))\n",
    solution: [{ path: 'utama.py', text: 'def tambah(a, b):\n    return a + b\n' }],
  },
}

export const startOf = (language: ExerciseLanguage): Pick<ExerciseInput, 'files' | 'tests' | 'solution'> =>
  firstFiles[language]

export const inputOf = ({ language, files, tests, hints, solution, solutionAfter }: StaffExercise): ExerciseInput => ({
  language,
  files,
  tests,
  hints,
  solution: solution ?? [],
  solutionAfter,
})

/** The first values of the form. */
export const valuesOf = (exercise: StaffExercise): ExerciseInput =>
  exercise.version === 0
    ? { language: 'javascript', hints: [], solutionAfter: 5, ...startOf('javascript') }
    : inputOf(exercise)
