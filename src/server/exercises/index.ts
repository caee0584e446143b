export { addExercise, copyExercise, listExerciseProblems } from './edit-exercise.ts'
export { exercisesModule, type Exercises } from './exercises.ts'
export { exercisesDomain } from './domain.ts'
