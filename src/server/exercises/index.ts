export { addExercise, copyExercise } from './authoring/edit-exercise.ts'
export { exercisesModule, type Exercises } from './exercises.ts'
export { exercisesDomain } from './domain.ts'
