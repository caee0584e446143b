/** Faults of a code exercise that staff should know before students see it; `empty` before its first save. */
export const exerciseProblems = ['empty', 'unchecked', 'solution-fails', 'start-passes'] as const
export type ExerciseProblem = (typeof exerciseProblems)[number]
