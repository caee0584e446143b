export { assessmentModule, type Assessment } from './assessment.ts'
export { copyQuiz } from './edit-quiz.ts'
export { assessmentPersonalData } from './personal-data.ts'
export { quizAttemptsRoutes, quizAuthoringRoutes } from './routes.ts'
