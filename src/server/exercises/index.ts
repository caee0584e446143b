export { addExercise, copyExercise } from './authoring/edit-exercise.ts'
export { exercisesModule, type Exercises } from './exercises.ts'
export { exercisesPersonalData } from './personal-data.ts'
export { exercisesRoutes } from './routes.ts'
