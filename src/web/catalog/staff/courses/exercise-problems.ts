import type { ExerciseProblem } from '#contract/catalog/exercise-problems.ts'

type Words = { badge: string; why: string }

/** Describes to staff an exercise that students should not have yet. */
export const exerciseProblemWords: Record<ExerciseProblem, Words> = {
  empty: { badge: 'Belum ada kode', why: 'Berkas dan tesnya belum disusun, jadi siswa belum bisa mengerjakannya.' },
  unchecked: { badge: 'Belum diperiksa', why: 'Belum diperiksa apakah solusinya lulus dan kode awalnya belum.' },
  'solution-fails': { badge: 'Solusi belum lulus', why: 'Solusinya belum lulus semua tes.' },
  'start-passes': {
    badge: 'Kode awal sudah lulus',
    why: 'Kode awalnya sudah lulus semua tes, jadi tidak ada yang dikerjakan siswa.',
  },
}

/** Null where nothing is wrong. */
export const explainProblems = (problems: readonly ExerciseProblem[] = []): string | null =>
  problems.map((problem) => exerciseProblemWords[problem].why).join(' ') || null
